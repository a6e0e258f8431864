import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { academicYearDays } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatRupees } from '@aangan/web/format.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { type Column, moneyColumn, textColumn } from '@aangan/web/table/column.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { capacityModes, directions } from '../catalogue/service-words.ts';
import { serviceEnquiries } from '../enquiry/service-enquiry.listing.ts';
import { serviceOfferingContract as contract, type SlabRow } from './service-offering.contract.ts';

const REFRESH = ['service-offering'];
type View = OutputOf<typeof contract.get>;

/** Opens a service at the chosen centre for the chosen year. */
export function OpenOffering({ onClose }: { onClose: () => void }) {
  const { academicYear } = useSession();
  const year = academicYear === null ? null : academicYearDays(academicYear.id);
  return (
    <CommandDialog
      of={contract.open}
      title="Open a service"
      text="Enquiries can be taken for it at once. Seats are needed where the service counts them."
      confirm="Open service"
      start={{ waitlist: true, active: true, ...(year && { startsOn: year.from, endsOn: year.to }) }}
      refresh={REFRESH}
      done="Opened."
      onClose={onClose}
    />
  );
}

/** Opens over the list for `?service-offering=<id>`. */
export function OfferingDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(contract.get, { id });
  return (
    <Drawer opened onClose={onClose} title={query.data?.offering.service ?? 'Offering'}>
      <QueryState query={query}>{(view) => <Offering view={view} />}</QueryState>
    </Drawer>
  );
}

function Offering({ view: { offering, slabs } }: { view: View }) {
  const [changing, setChanging] = useState(false);
  const { holds } = useSession();
  return (
    <Stack gap="md">
      <Facts
        items={[
          { label: 'Centre', value: offering.centre },
          { label: 'Places', value: capacityModes[offering.capacityMode] },
          { label: 'Seats', value: offering.seats ?? '–' },
          { label: 'Taken today', value: offering.used },
          { label: 'Waiting', value: offering.waiting },
          { label: 'From', value: <DateText day={offering.startsOn} /> },
          { label: 'To', value: <DateText day={offering.endsOn} /> },
          { label: 'Wait list', value: offering.waitlist ? 'Yes' : 'No' },
          { label: 'Status', value: <StatusTag area="service-offering" state={offering.status} /> },
        ]}
      />
      {holds(serviceEnquiries.module, false) && (
        <Anchor
          component={Link}
          to={`/services/enquiries?serviceId=${offering.serviceId}&status=ACTIVE&status=APPROVED`}
        >
          Children with a seat
        </Anchor>
      )}
      {offering.can['change'] && (
        <Group>
          <Button variant="default" onClick={() => setChanging(true)}>
            Change offering
          </Button>
        </Group>
      )}
      {offering.serviceType === 'TRANSPORT' && (
        <Slabs offeringId={offering.id} slabs={slabs} may={offering.can['change'] === true} />
      )}
      {changing && (
        <CommandDialog
          of={contract.change}
          title={`Change ${offering.service}`}
          confirm="Save"
          start={{
            id: offering.id,
            seats: offering.seats,
            startsOn: offering.startsOn,
            endsOn: offering.endsOn,
            waitlist: offering.waitlist,
            active: offering.active,
          }}
          ifMatch={offering.version}
          refresh={REFRESH}
          done="Saved."
          onClose={() => setChanging(false)}
        />
      )}
    </Stack>
  );
}

const slabColumns: Column<SlabRow>[] = [
  textColumn('slab', 'Slab', (row) => row.slab),
  textColumn('direction', 'Direction', (row) => directions[row.direction]),
  textColumn('metres', 'Metres', (row) => `${row.fromM} – ${row.toM}`),
  textColumn('plan', 'Plan', (row) => row.planName),
  moneyColumn('total', 'A year', (row) => row.planTotal, { width: undefined }),
];

type Asked = { what: 'add' } | { what: 'change' | 'remove'; row: SlabRow } | null;

function Slabs({ offeringId, slabs, may }: { offeringId: string; slabs: readonly SlabRow[]; may: boolean }) {
  const [asked, setAsked] = useState<Asked>(null);
  return (
    <Section
      title="Fare slabs"
      help="The distance of a child’s stop decides the slab, and the slab the plan."
      flush
      actions={
        may ? (
          <Button size="xs" variant="default" onClick={() => setAsked({ what: 'add' })}>
            Add slab
          </Button>
        ) : undefined
      }
    >
      {slabs.length === 0 ? (
        <Text p="md" className="quiet">
          No slab yet. Without one this service cannot be assigned.
        </Text>
      ) : (
        <ShortTable
          label="Fare slabs"
          rows={slabs}
          keyOf={(row) => row.id}
          columns={[
            ...slabColumns,
            buttonColumn('Change', {
              says: (row: SlabRow) => `Change slab ${row.slab}`,
              run: (row) => setAsked({ what: 'change', row }),
              when: () => may,
            }),
            buttonColumn('Remove', {
              says: (row: SlabRow) => `Remove slab ${row.slab}`,
              run: (row) => setAsked({ what: 'remove', row }),
              when: () => may,
            }),
          ]}
        />
      )}
      {asked && <SlabDialog offeringId={offeringId} asked={asked} onClose={() => setAsked(null)} />}
    </Section>
  );
}

function SlabDialog({
  offeringId,
  asked,
  onClose,
}: {
  offeringId: string;
  asked: NonNullable<Asked>;
  onClose: () => void;
}) {
  const plans = useQuery(contract.plans, { id: offeringId });
  const options = (plans.data?.rows ?? []).map(({ id, name, total }) => ({
    value: id,
    label: `${name} · ${formatRupees(total)} a year`,
  }));
  const shared = {
    refresh: REFRESH,
    onClose,
    fields: { feePlanId: { kind: 'choice' as const, options } },
  };
  if (asked.what === 'add')
    return (
      <CommandDialog
        of={contract.addSlab}
        title="Add slab"
        {...(plans.data && options.length === 0
          ? {
              text: 'There is no approved plan of this service for this year yet. Finance makes it under Fee configuration.',
            }
          : {})}
        confirm="Add slab"
        start={{ offeringId, direction: 'BOTH' }}
        done="Added."
        {...shared}
      />
    );
  const { row } = asked;
  const title = `Slab ${row.slab}, ${directions[row.direction].toLowerCase()}`;
  if (asked.what === 'remove')
    return (
      <CommandDialog
        of={contract.removeSlab}
        title={`Remove ${title}?`}
        text="Children who ride keep their plan."
        confirm="Remove slab"
        danger
        start={{ id: row.id }}
        ifMatch={row.version}
        refresh={REFRESH}
        done="Removed."
        onClose={onClose}
      />
    );
  return (
    <CommandDialog
      of={contract.changeSlab}
      title={title}
      confirm="Save"
      start={{ id: row.id, fromM: row.fromM, toM: row.toM, feePlanId: row.feePlanId }}
      ifMatch={row.version}
      done="Saved."
      {...shared}
    />
  );
}
