import { expect, it } from 'vitest';
import { guidelineSections } from './guidelineSections';

it('finds the text of each heading', () => {
  const found = guidelineSections('Read me.\n\n# General\n\nOne.\n\nTwo.\n#  clip:  Emotion Cause\nWhy.\n');
  expect([...found]).toEqual([['', 'Read me.'], ['general', 'One.\n\nTwo.'], ['clip: emotion cause', 'Why.']]);
});

it('keeps all of a text without headings', () => {
  expect([...guidelineSections('Only\nthis.')]).toEqual([['', 'Only this.']]);
});

it('joins lines that were broken for the editor, and no others', () => {
  const text = guidelineSections('# a\nWrite what\ncan be seen.\nGood: this.\nNot good: that.').get('a');
  expect(text).toBe('Write what can be seen.\nGood: this.\nNot good: that.');
  expect(guidelineSections('# a\n先写表情、\n声音。').get('a')).toBe('先写表情、声音。');
});

it('joins the parts of a heading that stands twice', () => {
  expect(guidelineSections('# a\nOne.\n# b\nTwo.\n# a\nThree.').get('a')).toBe('One.\nThree.');
});
