import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { api, unwrap } from '@/api/client';
import { ErrorLine } from '@/components/ErrorPanel';
import { fieldMessages } from '@/components/problemText';
import { useI18n } from '@/i18n/I18n';
import { meQuery } from '@/session/queries';
import { Entrance } from './Entrance';
import classes from './Entrance.module.css';
import { PasswordField } from './PasswordField';

const route = getRouteApi('/login');

export function LoginPage() {
  const i18n = useI18n();
  const { t } = i18n;
  const { next } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() === '' ? t('field.required') : null),
      password: (value) => (value === '' ? t('field.required') : null),
    },
  });
  const logIn = useMutation({
    mutationFn: (values: { email: string; password: string }) => unwrap(api.POST('/api/v1/session', { body: values })),
    onSuccess: async (me) => {
      queries.clear();
      queries.setQueryData(meQuery.queryKey, me);
      await router.invalidate();
      router.history.push(next ?? '/');
    },
    onError: (error) => {
      form.setErrors(fieldMessages(error, i18n));
      form.setFieldValue('password', '');
    },
  });
  return (
    <Entrance title={t('login.title')} text={t('login.text')}>
      <form className={classes.form} onSubmit={form.onSubmit((values) => logIn.mutate(values))} noValidate>
        <TextInput
          label={t('login.email')}
          type="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordField autoComplete="current-password" {...form.getInputProps('password')} />
        <ErrorLine error={logIn.error} fields={['email', 'password']} />
        <Button type="submit" loading={logIn.isPending} fullWidth>
          {t('login.submit')}
        </Button>
      </form>
    </Entrance>
  );
}
