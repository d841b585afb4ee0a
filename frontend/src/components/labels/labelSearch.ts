import type { Schema } from '@/api/client';

export type Label = Schema<'EmoticLabel'>;

export interface Match {
  label: Label;
  /** The synonym by which it was found, where not by its name. */
  by: string | null;
}

export const MOST_SHOWN = 9;

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** How well a label answers a query: 0 best; null not at all. */
function rank(label: Label, query: string): { rank: number; by: string | null } | null {
  const name = folded(label.name);
  if (name.startsWith(query)) {
    return { rank: 0, by: null };
  }
  const synonyms = label.synonyms.map(folded);
  const exact = synonyms.indexOf(query);
  if (exact >= 0) {
    return { rank: 1, by: label.synonyms[exact] ?? null };
  }
  if (name.split('/').some((part) => part.startsWith(query))) {
    return { rank: 1, by: null };
  }
  const begun = synonyms.findIndex((synonym) => synonym.startsWith(query));
  if (begun >= 0) {
    return { rank: 2, by: label.synonyms[begun] ?? null };
  }
  const inside = synonyms.findIndex((synonym) => synonym.includes(query));
  if (name.includes(query) || inside >= 0) {
    return { rank: 3, by: name.includes(query) ? null : (label.synonyms[inside] ?? null) };
  }
  return folded(label.definition).includes(query) ? { rank: 4, by: null } : null;
}

/** The labels that fit what was typed, by name, then synonym, then definition; nine at most. */
export function searchLabels(labels: readonly Label[], typed: string): Match[] {
  const query = folded(typed.trim());
  return labels
    .flatMap((label) => {
      const found = rank(label, query);
      return found === null ? [] : [{ label, ...found }];
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST_SHOWN)
    .map(({ label, by }) => ({ label, by }));
}

/** All labels in their groups, in the order of the groups. */
export function groupLabels(labels: readonly Label[], groups: readonly string[]): { group: string; labels: Label[] }[] {
  return groups.map((group) => ({ group, labels: labels.filter((label) => label.group === group) }));
}
