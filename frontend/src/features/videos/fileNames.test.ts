import { expect, it } from 'vitest';
import { pairFiles, titleOf } from './fileNames';

const file = (name: string): File => new File(['x'], name);

it('names a video after its file, and subtitles after the video they belong to', () => {
  expect(titleOf('Friends S01E08.mkv')).toBe('Friends S01E08');
  expect(titleOf('a.b.mp4')).toBe('a.b');
  expect(titleOf('Friends S01E08.en.srt')).toBe('Friends S01E08');
  expect(titleOf('剧集.zh-CN.vtt')).toBe('剧集');
  expect(titleOf('no ending')).toBe('no ending');
});

it('puts subtitles beside the video of the same name and tells which are left over', () => {
  const { videos, subtitles } = pairFiles(['two.srt', 'one.mp4', 'one.en.srt', 'two.mkv', 'three.avi', 'other.ass'].map(file));
  expect(videos.map(({ video, subtitles: own }) => [video.name, own?.name])).toEqual([
    ['one.mp4', 'one.en.srt'],
    ['two.mkv', 'two.srt'],
    ['three.avi', undefined],
  ]);
  expect(subtitles.map(({ name }) => name)).toEqual(['other.ass']);
});
