import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { todayIst } from '@aangan/contract/period.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { DateText, Money, PhoneText } from '@aangan/web/ui/values.tsx';
import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { applicationContract, daySessions } from './application/application.contract.ts';
import { sessionLabels } from './look.tsx';
import { admissionModules } from './modules.ts';

type Row = OutputOf<typeof applicationContract.list>['rows'][number];

interface AskingChild {
  enquiryCode: string;
  childName: string;
  mobile: string | null;
  classId: number | null;
  /** False once the enquiry is lost or admitted: then only what was is shown. */
  open: boolean;
}

interface ApplicationOfEnquiryProps {
  child: AskingChild;
  classes: readonly { id: number; name: string }[];
}

const ENDED: ReadonlySet<string> = new Set(['WITHDRAWN', 'REJECTED', 'EXPIRED']);

/** The application of an enquiry: sending its link to the parent, and afterwards how far it is. */
export function ApplicationOfEnquiry({ child, classes }: ApplicationOfEnquiryProps) {
  const { holds } = useSession();
  const [asking, setAsking] = useState(false);
  const query = useQuery(
    applicationContract.list,
    { enquiryCode: child.enquiryCode, limit: 1 },
    { enabled: holds(admissionModules.registration), fresh: 0 },
  );
  if (!holds(admissionModules.registration)) return null;
  const latest = query.data?.rows[0];
  const live = latest !== undefined && !ENDED.has(latest.status);
  const may = child.open && !live && holds(admissionModules.registration, true);
  if (query.data && !latest && !may) return null;
  return (
    <Section
      title="Application"
      actions={
        query.data && may ? <Button onClick={() => setAsking(true)}>Send application link</Button> : undefined
      }
    >
      <QueryState query={query}>
        {() =>
          latest ? (
            <Sent application={latest} />
          ) : (
            <Text size="sm" className="quiet">
              The parent fills the form on the phone and pays the form fee there. Nothing is sent yet.
            </Text>
          )
        }
      </QueryState>
      {asking ? <SendDialog child={child} classes={classes} onClose={() => setAsking(false)} /> : null}
    </Section>
  );
}

function Sent({ application }: { application: Row }) {
  const resend = useCommand(applicationContract.resend, {
    onDone: (out) => notice.ok(`A fresh link was sent to ${out.sentTo}.`),
    onError: (error) => notice.error(error),
  });
  return (
    <Stack gap="sm">
      <Facts
        min={140}
        items={[
          {
            label: 'Number',
            value: (
              <Anchor component={Link} to={`/forms/application?application=${application.id}`}>
                {application.applicationNo}
              </Anchor>
            ),
          },
          { label: 'State', value: <StatusTag area="application" state={application.status} /> },
          {
            label: 'Class',
            value: `${application.className} · ${sessionLabels[application.daySession] ?? ''}`,
          },
          { label: 'Filled', value: `${application.pagesDone} of ${application.pagesTotal} pages` },
          { label: 'Form fee', value: <Money paise={application.feeAmount} /> },
          { label: 'Fee state', value: <StatusTag area="form-fee" state={application.feeStatus} /> },
          { label: 'Link works until', value: <DateText day={todayIst(application.expiresAt)} /> },
        ]}
      />
      {application.can['resend'] ? (
        <Group>
          <Button
            variant="default"
            loading={resend.running}
            onClick={() => void resend.run({ id: application.id })}
          >
            Send the link again
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

function SendDialog({ child, classes, onClose }: ApplicationOfEnquiryProps & { onClose: () => void }) {
  const [classId, setClassId] = useState(child.classId === null ? null : String(child.classId));
  const [session, setSession] = useState<string>('MORNING');
  const [payMode, setPayMode] = useState<string>('ONLINE');
  const send = useCommand(applicationContract.issueLink, {
    refresh: ['enquiry', 'follow-up'],
    onDone: (out) => {
      notice.ok(`The link was sent to ${out.sentTo}.`);
      onClose();
    },
  });
  const daySession = daySessions.find((one) => one === session);
  const run = () => {
    if (classId === null || !daySession) return;
    void send.run({
      enquiryCode: child.enquiryCode,
      classId: Number(classId),
      daySession,
      payMode: payMode === 'OFFLINE' ? 'OFFLINE' : 'ONLINE',
    });
  };
  return (
    <Modal opened onClose={onClose} title={`Application form of ${child.childName}`}>
      <Stack gap="md">
        <FieldInput
          kind="choice"
          label="Class"
          value={classId}
          onChange={(value) => setClassId(typeof value === 'string' ? value : null)}
          options={classes.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <FieldInput
          kind="choice"
          label="Session"
          value={session}
          onChange={(value) => setSession(String(value ?? 'MORNING'))}
          options={daySessions.map((value) => ({ value, label: sessionLabels[value] ?? value }))}
        />
        <FieldInput
          kind="choice"
          label="Form fee is paid"
          value={payMode}
          onChange={(value) => setPayMode(String(value ?? 'ONLINE'))}
          options={[
            { value: 'ONLINE', label: 'Online, by the parent' },
            { value: 'OFFLINE', label: 'At the centre' },
          ]}
        />
        <Text size="sm">
          The link goes to <PhoneText phone={child.mobile} /> and works for 14 days.
        </Text>
        <DialogFoot error={send.error} onCancel={onClose}>
          <Button onClick={run} loading={send.running} disabled={classId === null}>
            Send the link
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
