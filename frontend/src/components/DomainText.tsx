import { translated } from '@/i18n/dynamic';
import { useI18n } from '@/i18n/I18n';

/** The source domain of a video in the language of the page; a domain of the project's own keeps its name. */
export function DomainText({ domain }: { domain: string }) {
  return translated(useI18n(), `domain.${domain}`, domain);
}
