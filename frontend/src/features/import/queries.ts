import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schema } from '@/api/client';

export type Imported = Schema<'ImportedRecords'>;
export type RecordProblem = Schema<'RecordProblem'>;

export interface ImportChoice {
  project: number;
  files: readonly File[];
  state: 'draft' | 'accepted';
  author: number;
  skipClashes: boolean;
  dryRun: boolean;
}

/** The generated type of a file is text; the serializer sends the files themselves. */
const asForm = ({ project, files, state, author, skipClashes, dryRun }: ImportChoice) => ({
  body: {
    project,
    files: files.map(({ name }) => name),
    state,
    author,
    skip_clashes: skipClashes,
    dry_run: dryRun,
  },
  bodySerializer: () => {
    const form = new FormData();
    form.set('project', String(project));
    files.forEach((file) => form.append('files', file));
    form.set('state', state);
    form.set('author', String(author));
    form.set('skip_clashes', String(skipClashes));
    form.set('dry_run', String(dryRun));
    return form;
  },
});

/** Imports records, or only says what an import would do. */
export function useImportRecords() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (choice: ImportChoice) => unwrap(api.POST('/api/v1/record-imports', asForm(choice))),
    onSuccess: async ({ ok, dry_run }) => {
      if (ok && !dry_run) {
        await Promise.all(
          ['questions', 'videos', 'projects'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
        );
      }
    },
  });
}
