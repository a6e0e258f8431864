import { Money } from '@aangan/web/ui/values.tsx';
import { Group, Text } from '@mantine/core';

/** Sums of a whole list above it, in one line. Paise. */
export function SumsLine({
  of,
  sums,
}: {
  of?: string;
  sums: readonly (readonly [label: string, paise: number])[];
}) {
  return (
    <Group style={{ gap: '4px 20px' }} mb="md" wrap="wrap">
      {of ? (
        <Text size="sm" c="dimmed">
          {of}
        </Text>
      ) : null}
      {sums.map(([label, paise]) => (
        <Text key={label} size="sm">
          {label}{' '}
          <Text span fw={600}>
            <Money paise={paise} />
          </Text>
        </Text>
      ))}
    </Group>
  );
}
