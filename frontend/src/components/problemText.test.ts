import { describe, expect, it } from 'vitest';
import { ApiError } from '@/api/problems';
import { makeI18n } from '@/i18n/I18n';
import { fieldMessages, problemText, restOfProblem } from './problemText';

const english = makeI18n('en', () => undefined);
const chinese = makeI18n('zh-CN', () => undefined);

describe('problemText', () => {
  it("takes the server's sentence in English and the translated one elsewhere", () => {
    const error = new ApiError(403, 'role_missing', 'This needs the role admin in the project.');
    expect(problemText(error, english)).toEqual({
      title: 'Not allowed',
      detail: 'This needs the role admin in the project.',
      code: 'role_missing',
    });
    expect(problemText(error, chinese).detail).toBe('您在此项目中的角色不包含这项操作，请联系项目管理员。');
  });

  it("keeps the server's sentence where there is no translation, rather than saying less", () => {
    const error = new ApiError(409, 'subtitles_frozen', '3 submitted questions carry them.');
    expect(problemText(error, chinese).detail).toBe('3 submitted questions carry them.');
  });

  it('has words for answers without a problem document, for no answer and for mistakes of the page', () => {
    expect(problemText(new ApiError(502, 'http_502', ''), english).title).toBe('This did not work');
    expect(problemText(new ApiError(418, 'http_418', ''), english).detail).toContain('The server made a mistake');
    expect(problemText(new ApiError(0, 'unreachable', ''), english).title).toBe('The server cannot be reached');
    expect(problemText(new TypeError('x is undefined'), english).title).toBe('The page made a mistake');
  });
});

describe('field messages', () => {
  const error = new ApiError(400, 'invalid', 'Two things.', [
    { field: 'email', code: 'invalid', message: 'Enter a valid email address.' },
    { field: 'email', code: 'second', message: 'Never shown.' },
    { field: 'password', code: 'weak_password', message: 'Too short.' },
    { field: '', code: 'form', message: 'The form as a whole.' },
  ]);

  it('stand at their fields, first one each', () => {
    expect(fieldMessages(error, english)).toEqual({
      email: 'Enter a valid email address.',
      password: 'Too short.',
    });
    expect(fieldMessages(error, chinese).password).toContain('至少 10 个字符');
    expect(fieldMessages(new Error('other'), english)).toEqual({});
  });

  it('leave the rest for the line over the button', () => {
    expect(restOfProblem(error, ['email', 'password'], english)).toBe('The form as a whole.');
    expect(restOfProblem(error, ['email'], english)).toBe('Too short. The form as a whole.');
    expect(restOfProblem(new ApiError(400, 'login_failed', 'Not right.'), [], english)).toBe('Not right.');
    const allShown = new ApiError(400, 'invalid', '', [{ field: 'email', code: 'x', message: 'y' }]);
    expect(restOfProblem(allShown, ['email'], english)).toBeNull();
  });
});
