import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatTime } from '@aangan/web/format.ts';
import { Line } from '@aangan/web/ui/order-line.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Drawer, Progress, Stack, Text } from '@mantine/core';
import { onlineClassContract as contract } from './online-class.contract.ts';

/** Who was in a class, and for how much of it. */
export function AttendanceDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(contract.attendance, { id }, { fresh: 0 });
  return (
    <Drawer opened onClose={onClose} position="right" size="md" title="Children of this class">
      <QueryState query={query}>
        {({ heldMinutes, rows }) => (
          <Stack gap="sm">
            <Text c="dimmed">
              {heldMinutes > 0
                ? `Held for ${heldMinutes} minutes. A child counts from joining until the end.`
                : 'Minutes are counted when the class ends.'}
            </Text>
            {rows.length === 0 ? <Text>No children stand in these sections.</Text> : null}
            {rows.map((child) => (
              <Line
                key={child.id}
                end={<Text size="sm">{child.joinedAt ? `${child.minutes} min` : '–'}</Text>}
              >
                <Text>{child.name}</Text>
                <Text size="sm" c="dimmed">
                  {child.joinedAt ? `Joined at ${formatTime(child.joinedAt)}` : 'Has not joined'}
                </Text>
                {child.joinedAt && heldMinutes > 0 ? (
                  <Progress
                    aria-label={`Part of the class that ${child.name} was in`}
                    value={Math.min(100, (child.minutes * 100) / heldMinutes)}
                  />
                ) : null}
              </Line>
            ))}
          </Stack>
        )}
      </QueryState>
    </Drawer>
  );
}
