// Contact outside the queue (enquiries.md D14): the parent rang, stands at the desk, was met at an event. And next dates
// for a whole set.
import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { part } from '@aangan/web/part.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { PageTabs } from '@aangan/web/ui/page-tabs.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Button, Group, Radio, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type EnquiryRow, enquiryContract } from '../enquiry/enquiry.contract.ts';
import { searchByOptions } from '../enquiry/enquiry-filters.ts';
import { stageLabel } from '../enquiry/stage-label.ts';
import { enquiryModules } from '../modules.ts';
import { ContactPanel } from './contact-panel.tsx';
import { useWorkKeys } from './use-work-keys.web.ts';

const LossDialog = part(() => import('./loss-dialog.tsx'), 'LossDialog');
const PlanTab = part(() => import('./plan-tab.tsx'), 'PlanTab');

type SearchBy = (typeof searchByOptions)[number];
const searchWords: Readonly<Record<SearchBy, string>> = { code: 'Code', mobile: 'Mobile', name: 'Name' };

export function ManualFollowUp() {
  return (
    <PageFrame
      title="Manual follow-up"
      context="centre-year"
      crumbs={[{ label: 'Follow-ups', to: '/forms/followup' }]}
    >
      <PageTabs
        tabs={[
          { value: 'log', label: 'Log', content: <LogTab /> },
          { value: 'plan', label: 'Plan', content: <PlanTab /> },
        ]}
      />
    </PageFrame>
  );
}

interface Asked {
  by: SearchBy;
  text: string;
}

function LogTab() {
  const [by, setBy] = useState<SearchBy>('mobile');
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useWorkKeys({ '/': () => field.current?.focus() });
  const find = () => {
    setChosen(null);
    if (text.trim()) setAsked({ by, text: text.trim() });
  };
  return (
    <Stack gap="md" maw={760}>
      <Section title="Who is it?" help="The parent called, stands at the desk, or was met outside.">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            find();
          }}
        >
          <Stack gap="sm">
            <Radio.Group
              aria-label="Search by"
              value={by}
              onChange={(value) => setBy(searchByOptions.find((one) => one === value) ?? 'code')}
            >
              <Group gap="md">
                {searchByOptions.map((value) => (
                  <Radio key={value} value={value} label={searchWords[value]} />
                ))}
              </Group>
            </Radio.Group>
            <Group align="flex-end">
              <TextInput
                ref={field}
                label={searchWords[by]}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                autoComplete="off"
                autoFocus
                style={{ flex: 1 }}
              />
              <Button type="submit" disabled={!text.trim()}>
                Find
              </Button>
            </Group>
          </Stack>
        </form>
      </Section>
      {asked && !chosen && <Found asked={asked} onChoose={setChosen} />}
      {chosen && <Chosen code={chosen} onDone={() => setChosen(null)} />}
    </Stack>
  );
}

function Found({ asked, onChoose }: { asked: Asked; onChoose: (code: string) => void }) {
  // Numbers and names travel in a body, never in an address (enquiries.md D27).
  const found = useQuery(
    enquiryContract.list,
    { code: asked.text, searchBy: asked.by, limit: 20 },
    { fresh: 0 },
  );
  const { holds } = useSession();
  const navigate = useNavigate();
  const phone = asked.by === 'mobile' ? phoneNormAnyCountry(asked.text) : null;
  return (
    <QueryState query={found}>
      {({ rows }) =>
        rows.length > 0 ? (
          <Stack gap="xs">
            {rows.map((row) => (
              <ResultCard key={row.id} row={row} onChoose={() => onChoose(row.enquiryCode)} />
            ))}
          </Stack>
        ) : (
          <EmptyState
            title={
              asked.by === 'code' ? 'No enquiry with this code in your centres.' : 'Nobody here by this entry'
            }
            help={phone ? 'This number is new at this centre.' : 'Try the mobile number or the name.'}
            action={{
              label: phone ? 'New enquiry with this number' : 'New enquiry',
              run: () =>
                void navigate('/forms/enquiry-form', { state: phone ? { mobile: asked.text } : null }),
              hidden: !holds(enquiryModules.enquiry, true),
            }}
          />
        )
      }
    </QueryState>
  );
}

function ResultCard({ row, onChoose }: { row: EnquiryRow; onChoose: () => void }) {
  return (
    <Section>
      <UnstyledButton onClick={onChoose} w="100%" aria-label={`Choose ${row.childName}`}>
        <Group justify="space-between" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text fw={500}>{row.childName}</Text>
            <Text fz="sm" className="quiet">
              {[row.guardianName, row.className, row.mobileMasked, row.enquiryCode]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
          <StatusTag area="enquiry" state={row.spancoStatus} />
        </Group>
      </UnstyledButton>
    </Section>
  );
}

function Chosen({ code, onDone }: { code: string; onDone: () => void }) {
  const enquiry = useQuery(enquiryContract.get, { enquiryCode: code }, { fresh: 0 });
  const [losing, setLosing] = useState(false);
  return (
    <QueryState query={enquiry}>
      {(data) => (
        <Section
          title={data.childName}
          help={[data.guardianName, data.className, stageLabel(data.stage)].filter(Boolean).join(' · ')}
          actions={
            <Anchor component={Link} to={`/forms/edit/${code}`}>
              Open the whole enquiry
            </Anchor>
          }
        >
          <ContactPanel
            enquiry={data}
            incoming
            onLogged={(outcome) => (outcome === 'NOT_INTERESTED' ? setLosing(true) : onDone())}
          />
          <Suspense fallback={null}>{losing && <LossDialog enquiryCode={code} onClose={onDone} />}</Suspense>
        </Section>
      )}
    </QueryState>
  );
}
