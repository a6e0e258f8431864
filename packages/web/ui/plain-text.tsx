import { Stack, Text, Title } from '@mantine/core';

/** Lines of a page: '# ' a heading, '- ' a list, an empty line between paragraphs. Text only; nothing in it is ever markup. */
export function PageText({ text }: { text: string }) {
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
        if (lines.every((line) => line.trim().startsWith('-')))
          return (
            <ul key={key} style={{ margin: 0 }}>
              {lines.map((line) => (
                <li key={line}>{line.trim().replace(/^-\s*/, '')}</li>
              ))}
            </ul>
          );
        return <Text key={key}>{lines.join(' ')}</Text>;
      })}
    </Stack>
  );
}
