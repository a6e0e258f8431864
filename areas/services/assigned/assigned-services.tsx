import { formatWeekdays, weekdayMask } from '@aangan/contract/weekday.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatInstant } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, InstantText, Money } from '@aangan/web/ui/values.tsx';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { directions } from '../catalogue/service-words.ts';
import { assignLink } from '../enquiry/enquiry-view.tsx';
import '../services-look.tsx';
import { assignedServiceContract as contract, type ServiceCard } from './assigned-service.contract.ts';
import { Pauses } from './pauses.tsx';
import { RunningDialog, type RunningStep } from './running-dialog.tsx';

/** /services/assigned-services/{franchiseeID}/{academicYearID}/{enquiryID}: all services of a child, one card each. */
export function AssignedServices() {
  const { franchiseeID = '', academicYearID = '', enquiryID = '' } = useParams();
  const query = useQuery(
    contract.get,
    { franchiseeId: Number(franchiseeID), academicYearId: Number(academicYearID), enquiryId: enquiryID },
    { fresh: 0 },
  );
  return (
    <PageFrame
      title="Services of a child"
      context="centre"
      crumbs={[{ label: 'Services of children', to: '/services/enquiries' }]}
    >
      <QueryState query={query}>
        {({ childName, guardianName, centre, cards }) => (
          <Stack gap="md">
            <PersonHeader
              name={childName}
              facts={[
                { label: 'Guardian', value: guardianName },
                { label: 'Centre', value: centre },
              ]}
            />
            {cards.length === 0 ? (
              <EmptyState
                title="No services"
                help="Every wish of this child is closed as lost. Take one up again in the list of enquiries."
              />
            ) : (
              cards.map((card) => <Card key={card.enquiryId} card={card} />)
            )}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function Card({ card }: { card: ServiceCard }) {
  return (
    <Section
      title={card.service}
      help={card.plan ? `${card.code} · ${card.plan}` : card.code}
      actions={
        <Group gap="xs">
          {card.paused ? <StatusTag area="service-pause" state="AWAY" /> : null}
          {card.status && card.status !== 'CANCELLED' ? (
            <StatusTag area="service-assignment" state={card.status} />
          ) : (
            <StatusTag area="service-enquiry" state={card.enquiryStatus} />
          )}
        </Group>
      }
    >
      <Stack gap="md">
        {card.startsOn ? <Running card={card} /> : null}
        <Waiting card={card} />
        <Steps card={card} />
        <Pauses card={card} />
      </Stack>
    </Section>
  );
}

function Running({ card }: { card: ServiceCard }) {
  const share = card.billed === 0 ? 0 : Math.round((card.paid / card.billed) * 100);
  return (
    <>
      <Facts
        min={150}
        items={[
          { label: 'From', value: <DateText day={card.startsOn} /> },
          { label: 'Last day', value: <DateText day={card.endsOn} /> },
          {
            label: 'Days',
            value: formatWeekdays(weekdayMask(card.weekdays)),
          },
          {
            label: 'Seat held until',
            value: <DateText day={card.holdUntil} />,
            hidden: card.holdUntil === null,
          },
          { label: 'Stop', value: card.stopText, hidden: card.serviceType !== 'TRANSPORT' },
          {
            label: 'Direction',
            value: card.direction ? directions[card.direction] : null,
            hidden: card.serviceType !== 'TRANSPORT',
          },
          {
            label: 'Fare slab',
            value: card.slab && card.distanceM !== null ? `${card.slab} (${card.distanceM} m)` : card.slab,
            hidden: card.slab === null,
          },
          {
            label: 'Next due',
            value: card.nextDueOn ? (
              <>
                <Money paise={card.nextDue} /> on <DateText day={card.nextDueOn} />
              </>
            ) : (
              'Nothing open'
            ),
          },
        ]}
      />
      {card.billed > 0 ? (
        <Stack gap={4}>
          <Text size="sm">
            <Money paise={card.paid} /> of <Money paise={card.billed} /> paid
          </Text>
          <Progress value={share} color="success" aria-label={`Paid of ${card.service}`} />
        </Stack>
      ) : null}
    </>
  );
}

const Waiting = ({ card }: { card: ServiceCard }) =>
  card.offerUntil ? (
    <Text>
      A seat is offered until <InstantText at={card.offerUntil} />. Choose the plan when the family takes it.
    </Text>
  ) : card.place !== null ? (
    <Text>{card.place === 1 ? 'First on the wait list.' : `Wait list: place ${card.place}.`}</Text>
  ) : null;

function Steps({ card }: { card: ServiceCard }) {
  const [step, setStep] = useState<RunningStep | 'leave' | null>(null);
  const offer = useCommand(contract.offer, {
    refresh: ['assigned-service', 'service-enquiry', 'service-offering'],
    onDone: ({ until }) => notice.ok(`Offered until ${formatInstant(until)}. The family is notified.`),
    onError: (error) => notice.error(error),
  });
  const { can } = card;
  const paid = card.planId && card.status && ['HELD', 'ACTIVE', 'ENDED'].includes(card.status);
  return (
    <Group gap="xs">
      {can.assign ? (
        <Button component={Link} to={assignLink(card.enquiryId)}>
          Choose plan
        </Button>
      ) : null}
      {can.offer ? (
        <Button loading={offer.running} onClick={() => void offer.run({ enquiryId: card.enquiryId })}>
          Offer a seat
        </Button>
      ) : null}
      {can.changeSlab ? <Step label="Change stop" onClick={() => setStep('slab')} /> : null}
      {can.pause ? <Step label="Pause" onClick={() => setStep('pause')} /> : null}
      {paid ? (
        <Button
          variant="default"
          component={Link}
          to={`/services/service-payments/${card.enquiryId}/${card.planId}`}
        >
          Payments
        </Button>
      ) : null}
      {can.stop ? <Step label="Stop service" danger onClick={() => setStep('stop')} /> : null}
      {can.leave ? <Step label="Leave wait list" onClick={() => setStep('leave')} /> : null}
      {step === 'leave' ? (
        <CommandDialog
          of={contract.leave}
          title={`Take ${card.code} off the wait list?`}
          confirm="Leave wait list"
          danger
          start={{ enquiryId: card.enquiryId }}
          refresh={['assigned-service', 'service-enquiry', 'service-offering']}
          done="Off the wait list."
          onClose={() => setStep(null)}
        />
      ) : null}
      {step !== null && step !== 'leave' ? (
        <RunningDialog card={card} step={step} onClose={() => setStep(null)} />
      ) : null}
    </Group>
  );
}

const Step = ({ label, danger, onClick }: { label: string; danger?: boolean; onClick: () => void }) => (
  <Button variant="default" {...(danger ? { c: 'var(--a-danger-text)' } : {})} onClick={onClick}>
    {label}
  </Button>
);
