import { Box, Group, Text } from '@mantine/core';
import type { SizeBand } from './size-chart.ts';

/** Heights of a chart on one line: a size is a band, what no size or two sizes cover stands out. */
export function SizeBands({ bands }: { bands: readonly SizeBand[] }) {
  const sorted = bands
    .filter((band) => band.heightTo > band.heightFrom)
    .sort((a, b) => a.heightFrom - b.heightFrom);
  const least = sorted[0]?.heightFrom;
  const most = Math.max(...sorted.map((band) => band.heightTo));
  if (least === undefined) return null;
  const at = (cm: number) => `${((cm - least) / (most - least)) * 100}%`;
  const faults = sorted.flatMap((band, i) => {
    const next = sorted[i + 1];
    if (!next || next.heightFrom === band.heightTo) return [];
    const [from, to] = [
      Math.min(band.heightTo, next.heightFrom),
      Math.max(band.heightTo, next.heightFrom),
    ] as const;
    return [{ from, to: Math.min(to, most) }];
  });
  return (
    <Box role="img" aria-label={`Heights: ${sorted.map(words).join(', ')}`}>
      <Box pos="relative" h={32}>
        {sorted.map((band) => (
          <Box
            key={`${band.sizeCode} ${band.heightFrom}`}
            pos="absolute"
            left={at(band.heightFrom)}
            w={`calc(${((band.heightTo - band.heightFrom) / (most - least)) * 100}% - 2px)`}
            h={32}
            bg="var(--a-accent-soft, var(--mantine-color-default-hover))"
            style={{ borderRadius: 4, overflow: 'hidden' }}
          >
            <Text size="sm" ta="center" lh="32px" truncate>
              {band.sizeCode}
            </Text>
          </Box>
        ))}
        {faults.map(({ from, to }) => (
          <Box
            key={from}
            pos="absolute"
            left={at(from)}
            w={`max(4px, ${((to - from) / (most - least)) * 100}%)`}
            h={32}
            bg="var(--a-danger-text)"
            style={{ borderRadius: 2 }}
          />
        ))}
      </Box>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">{`${least} cm`}</Text>
        <Text size="sm" c="dimmed">{`${most} cm`}</Text>
      </Group>
    </Box>
  );
}

const words = ({ sizeCode, heightFrom, heightTo }: SizeBand) => `${sizeCode} ${heightFrom} to ${heightTo} cm`;
