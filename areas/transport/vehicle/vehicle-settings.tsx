// /transport/vehicle-settings: what holds at the centre, and its own values.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import type { Column } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { MOBILE_QUERY } from '@aangan/web/theme.ts';
import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import {
  readSettingText,
  type SettingKey,
  type SettingName,
  settingKeys,
  settingText,
} from './setting-keys.ts';
import { vehicleSettingContract as contract } from './vehicle-setting.contract.ts';
import { vehicleSetting } from './vehicle-setting.record.ts';

type Row = OutputOf<typeof contract.effective>['rows'][number];
/** On a phone these stand below the name. */
const WIDE: readonly Column<Row>[] = [
  {
    id: 'effective',
    label: 'Holds today',
    width: 190,
    cell: (row) => <b>{settingText(row.key, row.effective)}</b>,
  },
  { id: 'network', label: 'Network', width: 190, cell: (row) => settingText(row.key, row.network) },
  { id: 'bounds', label: 'Allowed', width: 220, cell: (row) => row.bounds },
];
const valueText = (row: Row): string =>
  `${settingText(row.key, row.effective)} (allowed: ${row.bounds.toLowerCase()})`;
const ADD = '/transport/vehicle-settings/add';
const GROUPS = ['Safety', 'Papers', 'Trips', 'Families and data'] as const;
const ownText = (key: SettingName, value: string): string =>
  settingText(key, readSettingText(key, value) ?? value === 'on');
const isSafety = (key: SettingName): boolean => (settingKeys[key] as SettingKey).stricter !== undefined;

export function VehicleSettings() {
  const query = useQuery(contract.effective, {});
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false });
  const mayWrite = useSession().holds(vehicleSetting.module, true);
  const reset = useCommand(contract.reset, {
    onDone: () => notice.ok('The network holds again.'),
    onError: (error) => notice.error(error),
  });
  return (
    <PageFrame
      title="Vehicle settings"
      context="centre"
      primary={mayWrite ? { label: 'Add setting', to: ADD, icon: <IconPlus {...icon} /> } : undefined}
    >
      <QueryState query={query}>
        {({ rows, ofNetwork }) => (
          <Stack gap="md">
            {rows.every(({ own, coming }) => !own && !coming) && (
              <Text className="quiet">
                {ofNetwork
                  ? 'All settings have the values they start with.'
                  : 'All settings follow the network.'}
              </Text>
            )}
            {GROUPS.map((group) => (
              <Section key={group} title={group} flush>
                <ShortTable
                  label={group}
                  minWidth={mobile ? 320 : 820}
                  rows={rows.filter(({ key }) => settingKeys[key].group === group)}
                  keyOf={({ key }) => key}
                  columns={[
                    {
                      id: 'key',
                      label: 'Setting',
                      ...(mobile ? { second: valueText } : { width: 300 }),
                      cell: (row) => <Name row={row} />,
                    },
                    ...(mobile ? [] : WIDE),
                    {
                      id: 'do',
                      label: '',
                      align: 'end',
                      cell: (row) =>
                        mayWrite && (
                          <Actions
                            row={row}
                            reset={(of) => void reset.run({ id: of.id }, { ifMatch: of.version })}
                          />
                        ),
                    },
                  ]}
                />
              </Section>
            ))}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

const Name = ({ row }: { row: Row }) => (
  <>
    <Group gap={6} wrap="nowrap">
      {isSafety(row.key) && (
        <IconLock {...smallIcon} style={{ flexShrink: 0 }} aria-label="A centre may only be stricter" />
      )}
      {settingKeys[row.key].label}
    </Group>
    {row.coming && (
      <Text size="sm" c="dimmed">
        {`From ${formatDate(row.coming.fromOn)}: ${ownText(row.key, row.coming.value)}`}
      </Text>
    )}
  </>
);

function Actions({ row, reset }: { row: Row; reset: (of: { id: string; version: number }) => void }) {
  const own = row.coming ?? row.own;
  const name = settingKeys[row.key].label;
  if (!own)
    return (
      <Button
        size="xs"
        variant="default"
        component={Link}
        to={`${ADD}?key=${row.key}`}
        aria-label={`Set: ${name}`}
      >
        Set
      </Button>
    );
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        component={Link}
        to={`/transport/vehicle-settings/edit/${own.id}`}
        aria-label={`Edit: ${name}`}
      >
        Edit
      </Button>
      <Button size="xs" variant="subtle" onClick={() => reset(own)} aria-label={`Reset: ${name}`}>
        Reset
      </Button>
    </Group>
  );
}
