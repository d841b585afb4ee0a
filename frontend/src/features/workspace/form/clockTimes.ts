import { formatSeconds, formatSpan } from '@/lib/time';

const SPAN = /(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?) s\b/g;
const POSITION = /\b(at|with|names|and ends at) (\d+(?:\.\d+)?) s\b/g;
const FIRST = /^(\d+(?:\.\d+)?) s is\b/;

/** Positions in a sentence of the server, told in seconds, as the fields tell them; lengths ("lasts 8 s") stay. */
export function withClockTimes(message: string): string {
  return message
    .replace(SPAN, (_all, start: string, end: string) => formatSpan(Number(start), Number(end)))
    .replace(POSITION, (_all, word: string, time: string) => `${word} ${formatSeconds(Number(time))}`)
    .replace(FIRST, (_all, time: string) => `${formatSeconds(Number(time))} is`);
}
