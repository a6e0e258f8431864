// One enquiry beside the list: where it stands, what comes next, the way it took, the family, what looks alike.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Anchor, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import type { UserAction } from '../enquiry/enquiry.states.ts';
import { ageText, Flame, NextDate, useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { stageLabel } from '../enquiry/stage-label.ts';
import { StagePanel } from '../enquiry/stage-panel.tsx';
import { AlikeList } from '../merge/alike-list.tsx';
import { ContactLine } from './contact-line.tsx';
import { FamilyPanel } from './family-panel.tsx';
import { StageHistory } from './stage-history.tsx';
import { coloursOf } from './stage-words.ts';

type Enquiry = OutputOf<typeof enquiryContract.get>;

export function EnquiryDrawer({ enquiryCode, onClose }: { enquiryCode: string; onClose: () => void }) {
  const query = useQuery(enquiryContract.get, { enquiryCode }, { fresh: 0 });
  // An unknown code is told by the list behind.
  if (query.error?.status === 404) return null;
  return (
    <Drawer
      opened
      onClose={onClose}
      size="xl"
      title={query.data ? `${query.data.childName} · ${query.data.enquiryCode}` : enquiryCode}
    >
      <QueryState query={query}>{(data) => <Inside enquiry={data} />}</QueryState>
    </Drawer>
  );
}

function Inside({ enquiry }: { enquiry: Enquiry }) {
  const [asked, setAsked] = useState<UserAction | null>(null);
  const { stages = [] } = useEnquiryChoices().data ?? {};
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <StatusTag area="enquiry" state={enquiry.spancoStatus} />
          <Flame temperature={enquiry.temperature} />
        </Group>
        <Group gap="xs">
          <Button
            component={Link}
            to={`/forms/edit/${enquiry.enquiryCode}`}
            variant="default"
            size="compact-md"
          >
            Open
          </Button>
        </Group>
      </Group>
      {enquiry.mergedInto && (
        <Alert color="info" variant="light">
          This is the same child as{' '}
          <Anchor component={Link} to={`/forms/list/${enquiry.mergedInto.enquiryCode}`} inherit>
            {`${enquiry.mergedInto.childName}, ${enquiry.mergedInto.enquiryCode}`}
          </Anchor>
          . It is kept to read.
        </Alert>
      )}
      {enquiry.erasedAt !== null && (
        <Alert color="info" variant="light">
          This enquiry was erased: nothing of who the family was is kept.
        </Alert>
      )}
      {enquiry.movedTo && (
        <Alert color="info" variant="light">
          {`Goes on at ${enquiry.movedTo.centre}.`}
        </Alert>
      )}
      <Facts
        min={150}
        items={[
          { label: 'Stage', value: stageLabel(enquiry.stage) },
          { label: 'Sub-status', value: enquiry.subStatus },
          { label: 'Class', value: enquiry.className },
          { label: 'Age', value: ageText(enquiry.childDob, enquiry.dobApprox) },
          { label: 'Owner', value: enquiry.ownerName ?? 'Nobody' },
          { label: 'Next', value: <NextDate row={enquiry} /> },
          { label: 'Parent', value: enquiry.guardianName },
          { label: 'Moved appointments', value: enquiry.reschedules, hidden: enquiry.reschedules === 0 },
        ]}
      />
      <ContactLine enquiry={enquiry} />
      <Section title="Next step">
        <StagePanel enquiry={enquiry} asked={asked} onAsked={setAsked} />
      </Section>
      <AlikeList enquiry={enquiry} />
      <Section title="Family">
        <FamilyPanel enquiry={enquiry} />
      </Section>
      <Section title="Stages">
        <StageHistory lines={enquiry.stages} colours={coloursOf(stages)} />
      </Section>
      {enquiry.forms.length > 0 && (
        <Section title="Forms">
          <Stack gap="xs">
            {enquiry.forms.map((form) => (
              <Group key={`${form.kind} ${form.number}`} gap="sm">
                <Text size="sm">{form.number ?? form.kind.toLowerCase()}</Text>
                <StatusTag area="application" state={form.status} />
              </Group>
            ))}
          </Stack>
        </Section>
      )}
    </Stack>
  );
}
