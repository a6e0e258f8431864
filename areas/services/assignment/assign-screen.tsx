import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PersonHeader } from '@aangan/web/ui/person-header.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section, TwoColumns } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText } from '@aangan/web/ui/values.tsx';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ConcessionRows, ScheduleTable } from '../../finance/public.web.tsx';
import { editLink } from '../enquiry/enquiry-view.tsx';
import '../services-look.tsx';
import { inputOf, type Prepared, startOf } from './assign-choice.ts';
import { AssignFields } from './assign-fields.tsx';
import { SeatsText } from './seats-text.tsx';
import { serviceAssignmentContract as contract } from './service-assignment.contract.ts';

const LIST = '/services/enquiries';
const REFRESH = ['service-enquiry', 'service-assignment', 'service-approval'];

/** /services/enquiries/assign/{enquiryID}/{isTransport?} */
export function AssignService() {
  const { enquiryID = '', isTransport } = useParams();
  const query = useQuery(contract.prepare, { enquiryId: enquiryID }, { fresh: 0 });
  return (
    <PageFrame
      title="Assign a service"
      context="centre"
      crumbs={[{ label: 'Services of children', to: LIST }]}
    >
      <QueryState query={query}>
        {(data) => (
          <Stack gap="md">
            <PersonHeader
              name={data.enquiry.childName}
              state={<StatusTag area="service-enquiry" state={data.enquiry.status} />}
              facts={[
                { label: 'Service', value: data.enquiry.service },
                { label: 'Wanted from', value: <DateText day={data.wish.from} /> },
                { label: 'Centre', value: data.enquiry.centre },
                {
                  label: 'Enquiry',
                  value: (
                    <Anchor component={Link} to={editLink(data.enquiry.code)}>
                      {data.enquiry.code}
                    </Anchor>
                  ),
                },
              ]}
            />
            <TypeNotice asked={isTransport} service={data.enquiry} />
            <Assign key={data.assignment?.version ?? 0} data={data} />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

/** The address may name a type; the service's own type decides (decision S4). */
function TypeNotice({
  asked,
  service,
}: {
  asked: string | undefined;
  service: { service: string; serviceType: string | null };
}) {
  const transport = service.serviceType === 'TRANSPORT';
  if (asked === undefined || (asked === 'true' || asked === 'transport') === transport) return null;
  return (
    <Alert color="info">
      {transport
        ? `${service.service} is a transport service: stop and distance are asked for.`
        : `${service.service} is no transport service: it has no stop.`}
    </Alert>
  );
}

function Assign({ data }: { data: Prepared }) {
  const navigate = useNavigate();
  const [choice, setChoice] = useState(() => startOf(data));
  const [withdrawing, setWithdrawing] = useState(false);
  const { assignment, offering } = data;
  const ready =
    (offering.bySlab ? choice.distanceM !== undefined : choice.planId !== undefined) &&
    choice.weekdays.length > 0 &&
    choice.concessions.every((one) => one.reason.trim() !== '' && (one.concessionId || (one.value ?? 0) > 0));
  const quote = useQuery(contract.quote, inputOf(data, choice), { enabled: ready, keepPrevious: true });
  const save = useCommand(contract.save, { refresh: REFRESH });
  const submit = useCommand(contract.submit, { refresh: REFRESH });
  const join = useCommand(contract.join, {
    refresh: REFRESH,
    onDone: ({ place }) => {
      notice.ok(`On the wait list, place ${place}.`);
      navigate(LIST);
    },
    onError: (error) => notice.error(error),
  });
  const keep = () =>
    save.run({
      ...inputOf(data, choice),
      ...(choice.stopText?.trim() ? { stopText: choice.stopText.trim() } : {}),
      ...(choice.stopId ? { stopId: choice.stopId } : {}),
      ...(choice.note.trim() ? { note: choice.note.trim() } : {}),
    });
  const handIn = async () => {
    const saved = await keep();
    if (!saved || !(await submit.run({ id: saved.id }, { ifMatch: saved.version }))) return;
    notice.ok('Submitted. Another person approves it.');
    navigate(LIST);
  };
  const problem = save.error ?? submit.error;
  const fields = { ...quote.error?.fields, ...problem?.fields };
  const shown = ready && !quote.error ? quote.data : undefined;
  const seats = shown?.seats;
  return (
    <>
      {assignment?.sentBack ? (
        <Alert color="warning" title="Sent back">
          {assignment.sentBack}
        </Alert>
      ) : null}
      {!data.can.save ? (
        <Alert color="gray" title="Nothing to choose now">
          {assignment
            ? 'This service was submitted. Withdraw it to choose anew.'
            : 'Take the enquiry up again first.'}
        </Alert>
      ) : null}
      <TwoColumns
        main={
          <Stack gap="md">
            <AssignFields
              data={data}
              choice={choice}
              slab={shown?.slab ?? null}
              fields={fields}
              onChange={setChoice}
            />
            <Suspense>
              <ConcessionRows
                choices={data.concessions}
                rows={choice.concessions}
                onChange={(concessions) => setChoice({ ...choice, concessions })}
              />
              <Section title="What the family sees" flush={shown !== undefined}>
                {shown ? (
                  <ScheduleTable schedule={shown.schedule} />
                ) : (
                  <Text size="sm" c="dimmed">
                    {quote.error?.message ??
                      (offering.bySlab ? 'Enter the distance to the stop.' : 'Choose a plan.')}
                  </Text>
                )}
              </Section>
            </Suspense>
          </Stack>
        }
        rail={
          <Stack gap="md">
            <Section title="Seats">
              {seats ? <SeatsText seats={seats} from={choice.startsOn} /> : <Text size="sm">–</Text>}
            </Section>
            {problem && problem.code !== 'service.full' ? (
              <Alert color="danger" title="Not saved">
                {problem.message}
              </Alert>
            ) : null}
            {problem?.code === 'service.full' ? (
              <Alert color="warning" title="Saved as a draft">
                {problem.message}
              </Alert>
            ) : null}
            <Button
              disabled={!shown || !data.can.save || seats?.left === 0}
              loading={save.running || submit.running}
              onClick={() => void handIn()}
            >
              Save and submit
            </Button>
            <Button
              variant="default"
              disabled={!shown || !data.can.save}
              loading={save.running}
              onClick={() => void keep().then((saved) => saved && notice.ok('Draft saved.'))}
            >
              Save draft
            </Button>
            {seats?.left === 0 && offering.waitlist && data.can.join ? (
              <Button
                variant="default"
                loading={join.running}
                onClick={() => void join.run({ enquiryId: data.enquiry.enquiryId })}
              >
                Put on the wait list
              </Button>
            ) : null}
            <Group gap="sm">
              {shown ? (
                <Anchor
                  component={Link}
                  to={`/services/plan-details/${data.enquiry.enquiryId}/${shown.plan.planId}`}
                >
                  Plan and quote
                </Anchor>
              ) : null}
              {data.can.cancel ? (
                <Button
                  variant="subtle"
                  color="danger"
                  size="compact-sm"
                  onClick={() => setWithdrawing(true)}
                >
                  Withdraw
                </Button>
              ) : null}
            </Group>
          </Stack>
        }
      />
      {withdrawing && assignment ? (
        <CommandDialog
          of={contract.cancel}
          title={`Withdraw ${data.enquiry.service} for ${data.enquiry.childName}?`}
          text="What was billed is reversed and the seat becomes free. The enquiry stays."
          confirm="Withdraw"
          danger
          start={{ id: assignment.id }}
          ifMatch={assignment.version}
          refresh={REFRESH}
          done="Withdrawn."
          onClose={() => setWithdrawing(false)}
        />
      ) : null}
    </>
  );
}
