import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, unwrap } from '@/api/client';
import type { Language } from '@/i18n/catalogue';
import { useI18n } from '@/i18n/I18n';
import { useMe } from './project';
import { meQuery } from './queries';

/** Shows the page in the language that the person chose, in whichever browser that was. */
export function useKeptLanguage(): void {
  const { language } = useMe();
  const { setLanguage } = useI18n();
  useEffect(() => {
    if (language !== null) {
      setLanguage(language);
    }
  }, [language, setLanguage]);
}

interface LanguageChoice {
  choose: (language: Language) => void;
  /** The last choice holds in this browser only: it did not reach the server. */
  failed: boolean;
}

/** Chooses the language of the page, at once here and for every other browser of the person. */
export function useChooseLanguage(): LanguageChoice {
  const { setLanguage } = useI18n();
  const queries = useQueryClient();
  const wanted = useRef<Language | null>(null);
  const keep = useMutation({
    mutationFn: (language: Language) => unwrap(api.PATCH('/api/v1/me', { body: { language } })),
    // Of two quick choices the first may be answered last.
    onSuccess: (me) => me.language === wanted.current && queries.setQueryData(meQuery.queryKey, me),
  });
  const choose = (language: Language) => {
    wanted.current = language;
    setLanguage(language);
    keep.mutate(language);
  };
  return { choose, failed: keep.isError };
}
