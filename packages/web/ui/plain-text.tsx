import { Stack, Text, Title } from '@mantine/core';

const BULLET = /^\s*-\s+/;
const NUMBER = /^\s*\d{1,3}\.\s+/;

/** Plain text as people write it: '# ' a heading, '- ' and '1. ' lists, an empty line between paragraphs. Nothing in it is ever markup. */
export function PlainText({ text }: { text: string }) {
  const blocks = text.replace(/\r/g, '').split(/\n{2,}|\n(?=#)|(?<=^#.*)\n/m);
  return (
    <Stack gap="sm">
      {blocks.map((block, i) => {
        const lines = block.split('\n').filter((line) => line.trim() !== '');
        const key = `${i} ${block.slice(0, 20)}`;
        if (lines.length === 0) return null;
        if (lines[0]?.startsWith('#'))
          return (
            <Title key={key} order={2} size="h4">
              {lines[0].replace(/^#+\s*/, '')}
            </Title>
          );
        if (lines.every((line) => BULLET.test(line)))
          return (
            <ul key={key} style={{ margin: 0 }}>
              <Items lines={lines} mark={BULLET} />
            </ul>
          );
        if (lines.every((line) => NUMBER.test(line)))
          return (
            <ol key={key} style={{ margin: 0 }}>
              <Items lines={lines} mark={NUMBER} />
            </ol>
          );
        return (
          <Text key={key} style={{ overflowWrap: 'anywhere' }}>
            {lines.join(' ')}
          </Text>
        );
      })}
    </Stack>
  );
}

const Items = ({ lines, mark }: { lines: readonly string[]; mark: RegExp }) =>
  lines.map((line) => <li key={line}>{line.replace(mark, '')}</li>);
