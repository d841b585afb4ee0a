import { Button, FileInput, Radio, SegmentedControl, Stack } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ErrorLine } from '@/components/ErrorPanel';
import { useI18n } from '@/i18n/I18n';
import { formatTenths } from '@/lib/time';
import { usePreviewSubtitles, useStoreSubtitles, type Names, type Preview } from './queries';
import { SubtitleWarnings } from './SubtitleWarnings';
import classes from './Subtitles.module.css';

interface SubtitlesImportProps {
  videoId: number;
  /** There are subtitles that these take the place of. */
  replaces: boolean;
  /** A file that was chosen elsewhere. */
  first?: File | null;
  onStored: () => void;
}

/** Takes a subtitle file in: shows what it is read as, lets one choose where that is not certain, then stores it. */
export function SubtitlesImport({ videoId, replaces, first = null, onStored }: SubtitlesImportProps) {
  const { t } = useI18n();
  const [file, setFile] = useState<File | null>(first);
  const [encoding, setEncoding] = useState('');
  const [names, setNames] = useState<Names>('speakers');
  // Kept after one is chosen, so that one can choose again.
  const [encodings, setEncodings] = useState<Preview['encodings']>([]);
  const preview = usePreviewSubtitles(videoId);
  const store = useStoreSubtitles(videoId);
  const look = (next: File, how: { encoding: string; names: Names }): void => {
    setEncoding(how.encoding);
    setNames(how.names);
    store.reset();
    preview.mutate(
      { file: next, ...how },
      { onSuccess: (seen) => seen.encodings.length > 0 && setEncodings(seen.encodings) },
    );
  };
  const lookFirst = useRef(look);
  useEffect(() => {
    if (first !== null) {
      lookFirst.current(first, { encoding: '', names: 'speakers' });
    }
  }, [first]);
  const pick = (next: File | null): void => {
    setFile(next);
    setEncodings([]);
    preview.reset();
    if (next !== null) {
      look(next, { encoding: '', names: 'speakers' });
    }
  };
  const seen = preview.data ?? null;
  return (
    <Stack gap={12}>
      <FileInput
        label={t(replaces ? 'videos.subtitles_replace' : 'videos.subtitles_add')}
        description={t('videos.subtitles_note')}
        placeholder={t('videos.subtitles_pick')}
        accept=".srt,.vtt,.ass,.ssa,.sub,.txt,.json"
        leftSection={<IconFileText size={16} aria-hidden />}
        value={file}
        onChange={pick}
        clearable
      />
      <ErrorLine error={preview.error} />
      {file !== null && encodings.length > 0 && (
        <Encodings encodings={encodings} chosen={encoding} onChoose={(next) => look(file, { encoding: next, names })} />
      )}
      {seen !== null && !seen.readable && (encodings.length === 0 || encoding !== '') && (
        <p className={classes.refused} role="alert">
          {seen.reason}
        </p>
      )}
      {file !== null && seen?.readable === true && (
        <>
          <Readable preview={seen} names={names} onNames={(next) => look(file, { encoding, names: next })} />
          <ErrorLine error={store.error} />
          <div>
            <Button
              loading={store.isPending}
              disabled={preview.isPending}
              onClick={() => store.mutate({ file, encoding, names }, { onSuccess: onStored })}
            >
              {t('subtitles.use')}
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}

interface EncodingsProps {
  encodings: Preview['encodings'];
  chosen: string;
  onChoose: (encoding: string) => void;
}

/** How a file whose encoding is in doubt reads in the likely ones. */
function Encodings({ encodings, chosen, onChoose }: EncodingsProps) {
  const { t } = useI18n();
  return (
    <Radio.Group
      label={t('subtitles.which_encoding')}
      description={t('subtitles.which_encoding_note')}
      value={chosen}
      onChange={onChoose}
    >
      <Stack gap={8} mt={8}>
        {encodings.map((each) => (
          <Radio key={each.encoding} value={each.encoding} label={each.encoding} description={each.preview} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface ReadableProps {
  preview: Preview;
  names: Names;
  onNames: (names: Names) => void;
}

function Readable({ preview, names, onNames }: ReadableProps) {
  const { t, tn } = useI18n();
  const { format, encoding, cues, speakers, first, warnings } = preview;
  return (
    <>
      <p className={classes.line}>{[format?.toUpperCase(), encoding, tn('videos.has_utterances', cues)].join(' · ')}</p>
      {(speakers.length > 0 || names === 'text') && (
        <section className={classes.block} aria-label={t('subtitles.speakers')}>
          <h4 className={classes.heading}>{t('subtitles.speakers')}</h4>
          <SegmentedControl
            size="xs"
            aria-label={t('subtitles.names')}
            data={[
              { value: 'speakers', label: t('subtitles.names.speakers') },
              { value: 'text', label: t('subtitles.names.text') },
            ]}
            value={names}
            onChange={(value) => onNames(value)}
          />
          {speakers.length > 0 && (
            <table className={classes.speakers}>
              <tbody>
                {speakers.map((speaker) => (
                  <tr key={speaker.name}>
                    <th scope="row">{speaker.name}</th>
                    <td className={classes.number}>{tn('videos.has_utterances', speaker.cues)}</td>
                    <td className={classes.example}>{speaker.example}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      )}
      <SubtitleWarnings warnings={warnings} />
      <section className={classes.block} aria-label={t('subtitles.first_lines')}>
        <h4 className={classes.heading}>{t('subtitles.first_lines')}</h4>
        <ol className={classes.cues}>
          {first.map((cue) => (
            <li key={cue.id}>
              <span className={classes.time}>{formatTenths(cue.start)}</span>
              <span>
                {cue.speaker !== null && <b className={classes.speaker}>{cue.speaker} </b>}
                {cue.text}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
