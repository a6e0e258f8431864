import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { VideoPlayer } from '@aangan/web/video/video-player.tsx';
import { Drawer, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { recordedContract as contract, type RecordedClass } from './recorded.contract.ts';

/** A recorded class with its captions; it goes on where the reader stopped. */
export function RecordedPlayer({ row, onClose }: { row: RecordedClass; onClose: () => void }) {
  const { id, durationS, lastPosition } = row;
  const client = useQueryClient();
  const query = useQuery(contract.play, { id }, { fresh: 8 * 60_000 });
  const close = () => {
    // The cards show how far it was seen.
    void client.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey[0] === contract.latest.name || queryKey[0] === contract.browse.name,
    });
    onClose();
  };
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="xl"
      title={row.title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <QueryState query={query}>
        {(source) => (
          <Stack gap="sm">
            <VideoPlayer
              source={source}
              renew={() => call(contract.play, { id }, { background: true })}
              startAt={lastPosition < durationS - 2 ? lastPosition : 0}
              onSeen={(intervals, position) => {
                // A report that is lost costs some seconds of the count, nothing the person has to hear of.
                call(
                  contract.watched,
                  { id, intervals: intervals.map(([from, to]): [number, number] => [from, to]), position },
                  { background: true },
                ).catch(() => undefined);
              }}
            />
            <Text size="sm" c="dimmed">
              {[row.className, `recorded on ${formatDay(row.recordedOn)}`].filter(Boolean).join(' · ')}
            </Text>
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}
