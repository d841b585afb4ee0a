import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, done, unwrap } from '@/api/client';
import { CopyField } from '@/components/CopyField';
import { EmptyState } from '@/components/EmptyState';
import { ErrorLine } from '@/components/ErrorPanel';
import { PlainTable, Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { SureButton } from '@/components/SureButton';
import { AgoText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';

const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/tokens', { signal })),
});

export function Tokens() {
  const { t, date } = useI18n();
  const queries = useQueryClient();
  const query = useQuery(tokensQuery);
  const renew = () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey });
  const create = useMutation({ mutationFn: () => unwrap(api.POST('/api/v1/tokens')), onSuccess: renew });
  const remove = useMutation({
    mutationFn: (id: string) => done(api.DELETE('/api/v1/tokens/{token_id}', { params: { path: { token_id: id } } })),
    onSuccess: renew,
  });
  return (
    <Section
      title={t('tokens.title')}
      note={t('tokens.note', { header: 'Authorization: Token …' })}
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          {t('tokens.create')}
        </Button>
      }
    >
      <ErrorLine error={create.error ?? remove.error} />
      {create.data !== undefined && (
        <CopyField label={t('tokens.fresh')} description={t('tokens.once')} value={create.data.token} />
      )}
      <QueryView query={query}>
        {(tokens) =>
          tokens.length === 0 ? (
            <EmptyState inset icon={IconKey} title={t('tokens.none')} text={t('tokens.none_text')} />
          ) : (
            <PlainTable headers={[t('tokens.name'), t('tokens.created'), t('tokens.expires'), '']}>
              {tokens.map(({ id, created_at, expires_at }) => (
                <tr key={id}>
                  <td>
                    <code>{id}…</code>
                  </td>
                  <td>
                    <AgoText at={created_at} />
                  </td>
                  <td>{expires_at === null ? t('tokens.never') : date(expires_at)}</td>
                  <td align="right">
                    <SureButton
                      size="xs"
                      variant="default"
                      label={t('tokens.delete_named', { name: id })}
                      warning={t('tokens.sure')}
                      confirm={t('tokens.really')}
                      onSure={() => remove.mutate(id)}
                    >
                      {t('tokens.delete')}
                    </SureButton>
                  </td>
                </tr>
              ))}
            </PlainTable>
          )
        }
      </QueryView>
    </Section>
  );
}
