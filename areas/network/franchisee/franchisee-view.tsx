import { formatDateTime } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay } from '@aangan/web/format.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Steps } from '@aangan/web/ui/steps.tsx';
import { Alert, Group, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { saveSheet } from '../save-sheet.tsx';
import { franchiseeContract } from './franchisee.contract.ts';
import type { Franchisee } from './franchisee-detail.ts';
import { franchiseeLook } from './franchisee-look.tsx';
import { Overview } from './franchisee-overview.tsx';
import { StepDialogs, useSteps } from './franchisee-steps.tsx';
import { BankAndTax, History, People } from './franchisee-tabs.tsx';

const Agreements = part(() => import('./agreements.tsx'), 'Agreements');
const Checklist = part(() => import('./checklist.tsx'), 'Checklist');
const MoveZone = part(() => import('./move-zone.tsx'), 'MoveZone');
const Papers = part(() => import('./papers.tsx'), 'Papers');
const Seats = part(() => import('./seats.tsx'), 'Seats');

/** One centre, all around; without an id the chosen one. */
export function FranchiseeView() {
  const { franchiseeId } = useParams();
  const { franchisee } = useSession();
  const query = useQuery(
    franchiseeContract.view,
    franchiseeId ? { franchiseeId: Number(franchiseeId) } : {},
    { enabled: Boolean(franchiseeId ?? franchisee) },
  );
  if (!franchiseeId && !franchisee)
    return (
      <PageFrame title="Franchisee" context="centre">
        <EmptyState title="Which centre?" help="Choose a centre in the drawer on the right." />
      </PageFrame>
    );
  return <QueryState query={query}>{(found) => <Sheet franchisee={found} />}</QueryState>;
}

function Sheet({ franchisee: f }: { franchisee: Franchisee }) {
  const steps = useSteps(f);
  const [moving, setMoving] = useState(false);
  const edit = { label: 'Edit', to: `/franchisee/edit/${f.id}` };
  const mayEdit = f.can['update'] || f.can['updateOwn'];
  return (
    <PageFrame
      title={f.label}
      crumbs={[{ label: 'Franchisees', to: '/franchisee' }]}
      menu={[
        ...(steps.primary && mayEdit ? [edit] : []),
        {
          label: 'Centre profile (PDF)',
          run: () => void saveSheet(call(franchiseeContract.profileSheet, { franchiseeId: f.id })),
        },
        { label: 'Move to another zone', run: () => setMoving(true), hidden: !f.can['moveZone'] },
        ...steps.actions,
      ]}
      {...(steps.primary ? { primary: steps.primary } : mayEdit ? { primary: edit } : {})}
    >
      <Stack gap="lg">
        <Head franchisee={f} next={steps.next} />
        <PageTabs tabs={tabsOf(f)} />
      </Stack>
      <StepDialogs steps={steps} franchisee={f} />
      {moving ? (
        <Suspense>
          <MoveZone centres={[f]} onClose={() => setMoving(false)} />
        </Suspense>
      ) : null}
    </PageFrame>
  );
}

function tabsOf(f: Franchisee) {
  return [
    { value: 'overview', label: 'Overview', content: <Overview franchisee={f} /> },
    { value: 'people', label: 'People', count: f.people.length, content: <People franchisee={f} /> },
    {
      value: 'agreement',
      label: 'Agreement',
      hidden: f.isHeadOffice,
      content: <Agreements franchiseeId={f.id} />,
    },
    { value: 'bank', label: 'Bank and tax', content: <BankAndTax franchisee={f} /> },
    { value: 'seats', label: 'Seats', hidden: f.isHeadOffice, content: <Seats franchiseeId={f.id} /> },
    { value: 'papers', label: 'Documents', content: <Papers franchiseeId={f.id} /> },
    {
      value: 'checklist',
      label: 'Checklist',
      count: f.numbers.openItems || undefined,
      hidden: f.isHeadOffice,
      content: <Checklist franchiseeId={f.id} />,
    },
    { value: 'history', label: 'History', content: <History franchisee={f} /> },
  ];
}

const way = ['LEAD', 'SIGNED', 'SETUP', 'ACTIVE'] as const;

function Head({ franchisee: f, next }: { franchisee: Franchisee; next: boolean }) {
  const at = (way as readonly string[]).indexOf(f.status);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <StatusTag area={franchiseeLook} state={f.status} />
        <Text size="sm" c="dimmed">
          {[
            f.model,
            f.cityName,
            f.zoneName && `zone ${f.zoneName}${f.zoneHead ? `, led by ${f.zoneHead.name}` : ''}`,
            f.openedOn && `since ${formatDay(f.openedOn).replaceAll('-', '\u2011')}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
      {at >= 0 && at < 3 ? <Steps steps={['Lead', 'Signed', 'Set-up', 'Active']} active={at + 1} /> : null}
      {f.suspended ? (
        <Alert color="danger" title={suspendedTitle(f.suspended)}>
          {f.suspended.reason}.{' '}
          {f.suspended.begun ? 'Not possible meanwhile: ' : 'Not possible from then on: '}
          {f.suspended.blocks.map((block) => block.toLowerCase().replaceAll('_', ' ')).join(', ')}. Parents,
          fees and attendance go on.
        </Alert>
      ) : null}
      {f.closing ? (
        <Alert
          color="warning"
          title={
            f.closing.approved
              ? `Closes on ${formatDay(f.closing.on)}`
              : `Closing on ${formatDay(f.closing.on)} is asked`
          }
        >
          {f.closing.reason}{' '}
          {f.closing.approved
            ? ''
            : `Asked by ${f.closing.askedBy ?? 'a colleague'}; somebody else approves it.`}
        </Alert>
      ) : null}
      {f.unmet.length > 0 && next ? (
        <Alert color="info" title={`Before the next step: ${f.unmet.join(', ')}`} />
      ) : null}
    </Stack>
  );
}

const suspendedTitle = ({ from, until, begun }: NonNullable<Franchisee['suspended']>): string =>
  [
    begun || from === null ? 'Suspended' : `Suspended from ${formatDateTime(new Date(from))}`,
    ...(until ? [`until ${formatDay(until)}`] : []),
  ].join(' ');
