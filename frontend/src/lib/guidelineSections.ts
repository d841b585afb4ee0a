/** The text under each heading of the first level, by heading in lower case; what stands before the first is under ''. */
export function guidelineSections(text: string): ReadonlyMap<string, string> {
  const sections = new Map<string, string[]>([['', []]]);
  let lines = sections.get('') ?? [];
  for (const line of text.split(/\r?\n/)) {
    const heading = /^# +(.+)$/.exec(line)?.[1];
    if (heading === undefined) {
      lines.push(line);
    } else {
      const name = heading.trim().replace(/\s+/g, ' ').toLowerCase();
      lines = sections.get(name) ?? [];
      sections.set(name, lines);
    }
  }
  return new Map([...sections].map(([name, held]) => [name, paragraphs(held.join('\n'))]));
}

/** Lines that were only broken for the editor become one: a blank line ends a paragraph, as does a line that begins anew. */
function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/([^\n])\n(?=[\p{Ll}\p{Script=Han}"“(])/gu, (_, before: string) => joined(before)))
    .join('\n\n');
}

const joined = (before: string): string => (/[\p{Script=Han}，。；：、“”（）]/u.test(before) ? before : `${before} `);
