import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import '../staff-look.tsx';
import { leaveContract } from './leave.contract.ts';
import { daysOf, leaveYearOf } from './leave-count.ts';
import { leaveRequests } from './leave-request.listing.ts';

/** The own balances and newest requests, on the own page. */
export function OwnLeave() {
  const { me } = useSession();
  const year = leaveYearOf(todayIst(serverNow()));
  const balances = useQuery(leaveContract.balances, { year });
  const requests = useQuery(leaveRequests.endpoints.list, {
    limit: 25,
    sort: '-fromOn',
    userId: String(me?.id ?? ''),
  });
  const types = balances.data?.types ?? [];
  const own = balances.data?.rows.find((row) => row.userId === String(me?.id));
  const held = types.flatMap((type, at) => {
    const cell = own?.cells[at];
    return cell && (cell.credited !== 0 || cell.taken !== 0)
      ? [{ label: type.name, value: daysOf(cell.left) }]
      : [];
  });
  return (
    <Section
      title="Leave"
      actions={
        <Button component={Link} to="/staff/applyLeave" variant="default" size="compact-md">
          Apply for leave
        </Button>
      }
    >
      <Stack gap="md">
        {held.length > 0 ? (
          <Facts items={held} min={110} />
        ) : (
          <Text size="sm" c="dimmed">
            Nothing is credited yet.
          </Text>
        )}
        {(requests.data?.rows ?? []).slice(0, 4).map((row) => (
          <Group key={row.id} justify="space-between" wrap="nowrap">
            <Anchor component={Link} to={`/staff/leaveView/${row.id}`} size="sm">
              {`${row.type}, ${formatDay(row.fromOn)}`}
            </Anchor>
            <StatusTag area="leave-request" state={row.status} />
          </Group>
        ))}
        <Anchor component={Link} to="/staff/leaveReport" size="sm">
          All leave
        </Anchor>
      </Stack>
    </Section>
  );
}
