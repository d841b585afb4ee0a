const SUBTITLES = new Set(['srt', 'vtt', 'ass', 'ssa', 'sub', 'txt']);
/** A language before the ending: `episode.en.srt` belongs to `episode.mp4`. */
const LANGUAGE = /\.[a-z]{2,3}(-[a-z]{2,4})?$/i;

const endingOf = (name: string): string => (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase();

const isSubtitles = ({ name }: File): boolean => SUBTITLES.has(endingOf(name));

const withoutEnding = (name: string): string => name.replace(/\.[^.]+$/, '');

/** What a file is called, without its ending and, for subtitles, without the language before it. */
export function titleOf(name: string): string {
  const plain = withoutEnding(name);
  return SUBTITLES.has(endingOf(name)) ? plain.replace(LANGUAGE, '') : plain;
}

export interface PairedFiles {
  videos: { video: File; subtitles: File | null }[];
  /** Subtitle files that belong to none of these videos. */
  subtitles: File[];
}

/** Puts each subtitle file beside the video of the same name. */
export function pairFiles(files: readonly File[]): PairedFiles {
  const left = files.filter(isSubtitles);
  const videos = files.filter((file) => !isSubtitles(file)).map((video) => {
    const at = left.findIndex(({ name }) => titleOf(name) === titleOf(video.name));
    return { video, subtitles: at < 0 ? null : (left.splice(at, 1)[0] ?? null) };
  });
  return { videos, subtitles: left };
}
