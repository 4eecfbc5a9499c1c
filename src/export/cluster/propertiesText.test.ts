import { describe, expect, it } from 'vitest';
import { propertiesText } from './propertiesText.ts';

describe('propertiesText', () => {
  it.each([
    [{ acks: 'all' }, 'acks=all\n'],
    [{ 'client.id': 'a b=c' }, 'client.id=a b=c\n'],
    [{ a: ' leading' }, 'a=\\ leading\n'],
    [{ a: 'x\\y\n' }, 'a=x\\\\y\\n\n'],
    [{ a: 'ü' }, 'a=\\u00fc\n'],
    [{ 'odd name': '1' }, 'odd\\ name=1\n'],
  ])('%j', (configs, text) => {
    expect(propertiesText(configs)).toBe(text);
  });
});
