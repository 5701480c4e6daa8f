import { expect, test } from 'vitest';
import { parseHtml } from '../../../src/sandbox/telegram/texts.ts';

test.each([
  ['a < b', 'Unsupported start tag "" at byte offset 2'],
  ['a <b', 'Unclosed start tag at byte offset 2'],
  ['é<br>', 'Unsupported start tag "br" at byte offset 2'],
  ['<b>a', 'Can\'t find end tag corresponding to start tag "b"'],
  ['<b><i>a</b></i>', 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'],
  ['a</b>', 'Unexpected end tag at byte offset 1'],
  ['<b>a</b', 'Unclosed end tag at byte offset 4'],
  ['<a href="x"', 'Unclosed start tag "a" at byte offset 0'],
])('%s cannot be parsed: %s', (source, reason) => {
  expect(() => parseHtml(source)).toThrow(`Bad Request: can't parse entities: ${reason}`);
});

test.each([
  ['<b>a <i>b</i></b>', 'a b', ['bold 0+3', 'italic 2+1']],
  ['&lt;b&gt; &amp;amp; &quot;Я😀', '<b> &amp; "Я😀', []],
  ['AT&T &nbsp; &', 'AT&T &nbsp; &', []],
  ['😀<code>x</code>', '😀x', ['code 2+1']],
  ['<B>a</b><s></s>', 'a', ['bold 0+1']],
  ['<pre>ls</pre>', 'ls', ['pre 0+2']],
  ['<a href="https://a.example/?b=1&amp;c=2">a</a>', 'a', ['text_link 0+1']],
  ['<a href="javascript:alert(1)">a</a>', 'a', []],
])('%s is read as %s with %j', (source, text, expected) => {
  const parsed = parseHtml(source);
  expect(parsed.text).toBe(text);
  expect(parsed.entities.map(({ type, offset, length }) => `${type} ${offset}+${length}`)).toEqual(expected);
});
