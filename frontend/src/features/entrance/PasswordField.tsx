import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useI18n } from '@/i18n/I18n';

/** A password field whose eye can be reached by keyboard and speaks the page's language. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useI18n();
  return (
    <PasswordInput
      label={t('login.password')}
      visibilityToggleButtonProps={{ 'aria-label': t('login.show_password'), tabIndex: 0 }}
      {...props}
    />
  );
}
