import { Checkbox } from '@mantine/core';
import { useI18n } from '@/i18n/I18n';
import type { Role } from '@/session/queries';
import classes from './Project.module.css';

const ROLES: readonly Role[] = ['annotator', 'reviewer', 'admin'];

interface RoleBoxesProps {
  /** Whose roles, for screen readers. */
  label: string;
  value: readonly Role[];
  onChange: (roles: Role[]) => void;
  disabled?: boolean;
}

export function RoleBoxes({ label, value, onChange, disabled = false }: RoleBoxesProps) {
  const { t } = useI18n();
  return (
    <div role="group" aria-label={label} className={classes.roles}>
      {ROLES.map((role) => (
        <Checkbox
          key={role}
          label={t(`role.${role}`)}
          checked={value.includes(role)}
          disabled={disabled}
          onChange={(event) => {
            const on = event.currentTarget.checked;
            onChange(ROLES.filter((other) => (other === role ? on : value.includes(other))));
          }}
        />
      ))}
    </div>
  );
}
