import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import { useId } from 'react';
import { useI18n, type I18n } from '@/i18n/I18n';
import { withClockTimes } from './clockTimes';
import { findingsAt, type Finding } from './findings';
import { useForm } from './FormContext';
import classes from './Form.module.css';

/** A finding in words: the server's own in English, ours by its code in other languages. */
export function findingText({ code, message }: Pick<Finding, 'code' | 'message'>, { t, has, language }: I18n): string {
  const key = `finding.${code}`;
  const say = t as (key: string) => string;
  return language === 'en' || !has(key) ? withClockTimes(message) : say(key);
}

export function FindingLines({ findings, id }: { findings: readonly Finding[]; id?: string }) {
  const i18n = useI18n();
  if (findings.length === 0) {
    return null;
  }
  return (
    <ul id={id} className={classes.findings}>
      {findings.map((finding) => (
        <li key={`${finding.field} ${finding.code} ${finding.message}`} data-level={finding.level}>
          {finding.level === 'error' ? <IconCircleX size={15} aria-hidden /> : <IconAlertTriangle size={15} aria-hidden />}
          <span>
            <span className="le-visually-hidden">{i18n.t(`finding.level.${finding.level}`)} </span>
            {findingText(finding, i18n)}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface FieldFindings {
  findings: Finding[];
  /** For the input: `aria-invalid` and `aria-describedby`. */
  aria: { 'aria-invalid': boolean; 'aria-describedby': string | undefined };
  id: string;
}

/** What the checks say of a field, given by its paths. */
export function useFindings(...fields: string[]): FieldFindings {
  const form = useForm();
  const id = useId();
  const findings = findingsAt(form.findings, fields);
  return {
    findings,
    id,
    aria: {
      'aria-invalid': findings.some(({ level }) => level === 'error'),
      'aria-describedby': findings.length === 0 ? undefined : id,
    },
  };
}

/** What is written into comes before what is pressed: a field may begin with the buttons that take its labels away. */
const FOCUSABLE = ['textarea, input:not([type="hidden"]), select', 'button, [tabindex="0"]'] as const;

function focusIn(place: HTMLElement): void {
  for (const kind of FOCUSABLE) {
    const target = place.matches(kind) ? place : place.querySelector<HTMLElement>(kind);
    if (target !== null) {
      target.focus({ preventScroll: true });
      return;
    }
  }
}

/** Goes to a field of the form and puts the focus into it; to the field around it where it has none of its own. */
export function jumpToField(field: string): void {
  const parts = field.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const path = parts.slice(0, length).join('.');
    const place = document.querySelector<HTMLElement>(`[data-field~="${CSS.escape(path)}"]`);
    if (place !== null) {
      place.scrollIntoView({ block: 'center' });
      focusIn(place);
      return;
    }
  }
}
