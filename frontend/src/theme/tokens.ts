import type { MantineColorsTuple } from '@mantine/core';

/** Every colour of the product stands in this file. Components use the CSS variables made from it in `theme.ts`. */

export const grey: MantineColorsTuple = [
  '#f6f7f8', '#eef0f2', '#e3e7ea', '#d3d9dd', '#c0c7cc', '#a1abb2', '#78838b', '#59636b', '#3a4349', '#1b2125',
];

/** Mantine reads this tuple in the dark scheme: 0 text, 2 dimmed, 4 borders, 6 fields, 7 page. */
export const night: MantineColorsTuple = [
  '#e3e7e9', '#c3cace', '#9aa5ac', '#6d7880', '#353e44', '#2a3136', '#1f2428', '#15181b', '#101315', '#0a0c0d',
];

/** Petrol: the one colour for what acts. Kept away from the blue of review and the green of acceptance. */
export const accent: MantineColorsTuple = [
  '#e6f4f6', '#cbe8ec', '#9fd3db', '#70bfcb', '#4eb0be', '#2f98a9', '#1b8193', '#0f6674', '#0b535f', '#063f49',
];

interface SchemeTokens {
  page: string;
  surface: string;
  sunken: string;
  raised: string;
  line: string;
  lineStrong: string;
  ink: string;
  inkDim: string;
  act: string;
  actInk: string;
  actWash: string;
  focus: string;
  danger: string;
  stateDraft: string;
  stateDraftWash: string;
  stateReview: string;
  stateReviewWash: string;
  stateReturned: string;
  stateReturnedWash: string;
  stateAccepted: string;
  stateAcceptedWash: string;
  stateRemoved: string;
  stateRemovedWash: string;
}

export const light: SchemeTokens = {
  page: '#f6f7f8',
  surface: '#ffffff',
  sunken: '#eef0f2',
  raised: '#ffffff',
  line: '#e1e5e8',
  lineStrong: '#c0c7cc',
  ink: '#1b2125',
  inkDim: '#59636b',
  act: '#0f6674',
  actInk: '#ffffff',
  actWash: '#e6f4f6',
  focus: '#1b8193',
  danger: '#a32222',
  stateDraft: '#4a545b',
  stateDraftWash: '#e9ecee',
  stateReview: '#1d4fb8',
  stateReviewWash: '#e4edfd',
  stateReturned: '#855000',
  stateReturnedWash: '#fdf0d6',
  stateAccepted: '#1a6838',
  stateAcceptedWash: '#e0f3e7',
  stateRemoved: '#a32222',
  stateRemovedWash: '#fbe6e5',
};

export const dark: SchemeTokens = {
  page: '#101315',
  surface: '#15181b',
  sunken: '#0c0e10',
  raised: '#1f2428',
  line: '#2a3136',
  lineStrong: '#434d54',
  ink: '#e3e7e9',
  inkDim: '#9aa5ac',
  act: '#4eb0be',
  actInk: '#06191c',
  actWash: '#12292d',
  focus: '#70bfcb',
  danger: '#ff918b',
  stateDraft: '#b7c0c6',
  stateDraftWash: '#2a3136',
  stateReview: '#8fb6ff',
  stateReviewWash: '#1a2945',
  stateReturned: '#f2b84f',
  stateReturnedWash: '#37290e',
  stateAccepted: '#6fcf92',
  stateAcceptedWash: '#142f1f',
  stateRemoved: '#ff918b',
  stateRemovedWash: '#3d1b1b',
};

const asVariableName = (name: string): string =>
  `--le-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export function cssVariables(tokens: SchemeTokens): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tokens).map(([name, value]) => [asVariableName(name), value as string]),
  );
}
