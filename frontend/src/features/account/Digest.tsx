import { Radio, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ErrorPanel';
import { FormBody, Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { LANGUAGES } from '@/i18n/catalogue';
import { useI18n } from '@/i18n/I18n';
import { noticeSettingsQuery, useChangeNoticeSettings } from '@/session/notices';

const DIGESTS = ['daily', 'off'] as const;

/** Whether, and in which language, an e-mail a day tells what is new. */
export function Digest() {
  const { t } = useI18n();
  const query = useQuery(noticeSettingsQuery);
  const change = useChangeNoticeSettings();
  return (
    <Section title={t('notice.digest')} note={t('notice.digest_note')}>
      <QueryView query={query}>
        {({ digest, language }) => (
          <FormBody>
            <Radio.Group
              aria-label={t('notice.digest')}
              value={change.variables?.digest ?? digest}
              onChange={(value) => change.mutate({ digest: value === 'off' ? 'off' : 'daily' })}
            >
              <Stack gap={8}>
                {DIGESTS.map((value) => (
                  <Radio key={value} value={value} label={t(`notice.${value}`)} />
                ))}
              </Stack>
            </Radio.Group>
            <Select
              label={t('notice.language')}
              allowDeselect={false}
              maw={240}
              disabled={digest === 'off'}
              data={LANGUAGES.map(({ id, name }) => ({ value: id, label: name }))}
              value={language ?? 'en'}
              onChange={(value) => change.mutate({ language: value === 'zh-CN' ? 'zh-CN' : 'en' })}
            />
            <ErrorLine error={change.error} />
          </FormBody>
        )}
      </QueryView>
    </Section>
  );
}
