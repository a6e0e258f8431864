import { Group, Text } from '@mantine/core';
import { Money } from './values.tsx';

/** Sums of a whole list above it, in one line. Paise; null while they are read, and the line keeps its place. */
export function SumsLine({
  of,
  sums,
  mb = 'md',
}: {
  of?: string;
  sums: readonly (readonly [label: string, paise: number | null])[];
  mb?: 'md' | 0;
}) {
  return (
    <Group style={{ gap: '4px 20px' }} mb={mb} wrap="wrap">
      {of ? (
        <Text size="sm" c="dimmed">
          {of}
        </Text>
      ) : null}
      {sums.map(([label, paise]) => (
        <Text key={label} size="sm">
          {label}{' '}
          <Text span fw={600}>
            {paise === null ? '…' : <Money paise={paise} />}
          </Text>
        </Text>
      ))}
    </Group>
  );
}
