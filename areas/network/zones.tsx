import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatCount, formatDay } from '@aangan/web/format.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { franchiseeLook } from './franchisee/franchisee-look.tsx';
import { zoneContract } from './zone.contract.ts';

type Zone = OutputOf<typeof zoneContract.overview>['rows'][number];

/** Zones with their head, their managers and their centres: who is responsible for what. */
export function ZoneOverview({ tabs }: { tabs: ReactNode }) {
  const query = useQuery(zoneContract.overview, {});
  const [heading, setHeading] = useState<Zone | null>(null);
  return (
    <PageFrame
      title="Zones"
      count={query.data?.rows.length}
      {...(query.data?.can['update']
        ? {
            primary: {
              label: 'Add zone',
              to: '/franchisee?tab=zones&edit=new',
              icon: <IconPlus {...icon} />,
            },
          }
        : {})}
    >
      {tabs}
      <QueryState query={query}>
        {({ rows, without, can }) => (
          <Stack gap="lg">
            {rows.length === 0 ? (
              <EmptyState
                title="No zones yet"
                help="A zone groups centres under a zone manager, who sees them all."
              />
            ) : null}
            {rows.map((zone) => (
              <ZoneCard
                key={zone.id}
                zone={zone}
                mayEdit={can['update'] ?? false}
                nameHead={() => setHeading(zone)}
              />
            ))}
            {without.length > 0 ? (
              <Section title="In no zone" help="Nobody but head office looks after these centres.">
                <CentreLinks centres={without} />
              </Section>
            ) : null}
          </Stack>
        )}
      </QueryState>
      {heading ? <NameHead zone={heading} onClose={() => setHeading(null)} /> : null}
    </PageFrame>
  );
}

function ZoneCard({ zone, mayEdit, nameHead }: { zone: Zone; mayEdit: boolean; nameHead: () => void }) {
  return (
    <Section
      title={`${zone.name} (${zone.code})`}
      help={[
        zone.parent && `inside ${zone.parent}`,
        `${formatCount(zone.centres.length)} centres`,
        !zone.active && 'not active',
      ]
        .filter(Boolean)
        .join(' · ')}
      actions={
        mayEdit ? (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={nameHead}>
              Name the head
            </Button>
            <Button size="xs" variant="default" component={Link} to={`/franchisee?tab=zones&edit=${zone.id}`}>
              Edit
            </Button>
          </Group>
        ) : undefined
      }
    >
      <Stack gap="md">
        <Group gap="lg" align="flex-start">
          <div>
            <Text size="sm" c="dimmed">
              Head
            </Text>
            {zone.head ? (
              <Anchor component={Link} to={`/user/view/${zone.head.id}`}>
                {zone.head.name}
              </Anchor>
            ) : (
              <Tag tone="warning">nobody</Tag>
            )}
          </div>
          <div>
            <Text size="sm" c="dimmed">
              Work for the whole zone
            </Text>
            {zone.managers.length === 0 ? <span className="quiet">–</span> : null}
            {zone.managers.map((one) => (
              <div key={`${one.id} ${one.role}`}>
                <Anchor component={Link} to={`/user/view/${one.id}`}>
                  {one.name}
                </Anchor>{' '}
                <span className="quiet">
                  {one.role}
                  {one.to ? ` until ${formatDay(one.to)}` : ''}
                </span>
              </div>
            ))}
          </div>
        </Group>
        <CentreLinks centres={zone.centres} />
      </Stack>
    </Section>
  );
}

function CentreLinks({ centres }: { centres: Zone['centres'] }) {
  if (centres.length === 0) return <Text c="dimmed">No centre.</Text>;
  return (
    <Group gap="md" style={{ rowGap: 8 }}>
      {centres.slice(0, 60).map((centre) => (
        <Group key={centre.id} gap={4} wrap="nowrap">
          <Anchor component={Link} to={`/franchisee/view/${centre.id}`}>
            {centre.label}
          </Anchor>
          {centre.status === 'ACTIVE' ? null : <StatusTag area={franchiseeLook} state={centre.status} />}
        </Group>
      ))}
      {centres.length > 60 ? <Text c="dimmed">and {formatCount(centres.length - 60)} more</Text> : null}
    </Group>
  );
}

function NameHead({ zone, onClose }: { zone: Zone; onClose: () => void }) {
  const [userId, setUserId] = useState<string | null>(zone.head?.id ?? null);
  const save = useCommand(zoneContract.setHead, {
    onDone: () => {
      notice.ok('Saved.');
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Head of zone ${zone.name}`}>
      <Stack>
        <FieldInput
          kind="reference"
          to="user"
          label="Head"
          optional
          help="Told about everything that happens to these centres"
          value={userId}
          chosenLabel={zone.head?.name ?? null}
          onChange={(id) => setUserId(typeof id === 'string' ? id : null)}
        />
        <DialogFoot error={save.error} onCancel={onClose}>
          <Button loading={save.running} onClick={() => void save.run({ zoneId: zone.id, userId })}>
            Save
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
