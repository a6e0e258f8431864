import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { phoneNormAnyCountry } from '@aangan/contract/phone.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { StatusTag, Tag } from '@aangan/web/ui/status-tag.tsx';
import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { enquiryContract } from './enquiry.contract.ts';
import { filled, valueAt } from './enquiry-form-values.ts';
import { useEnquiryChoices } from './enquiry-look.tsx';
import { ChildFields, FamilyFields, PathField } from './family-fields.tsx';

const KnownElsewhere = lazy(() =>
  import('../known-elsewhere/known-elsewhere.tsx').then((file) => ({ default: file.KnownElsewhere })),
);

type Saved = OutputOf<typeof enquiryContract.capture>;
const MAX_CHILDREN = 4;
const START = {
  language: 'en',
  walkIn: false,
  children: Array.from({ length: MAX_CHILDREN }, () => ({})),
  consents: {},
};
const childNames = (n: number) => ({
  first: `children.${n}.firstName`,
  last: `children.${n}.lastName`,
  dob: `children.${n}.dob`,
  approx: `children.${n}.dobApprox`,
  gender: `children.${n}.gender`,
  classId: `children.${n}.classId`,
  programme: `children.${n}.programme`,
});

/** Phone first: the panel shows what this centre knows before anything else is typed. */
export function EnquiryForm() {
  const [saved, setSaved] = useState<Saved | null>(null);
  const [round, setRound] = useState(0);
  if (saved)
    return (
      <SavedCard
        saved={saved}
        again={() => {
          setSaved(null);
          setRound(round + 1);
        }}
      />
    );
  return <CaptureForm key={round} onSaved={setSaved} />;
}

function CaptureForm({ onSaved }: { onSaved: (saved: Saved) => void }) {
  const [children, setChildren] = useState(1);
  // A number that was looked for and not found comes along here; an address would keep it in the history.
  const given: unknown = useLocation().state;
  const mobile = typeof given === 'object' && given !== null && 'mobile' in given ? given.mobile : undefined;
  const { sources = [], owners = [] } = useEnquiryChoices().data ?? {};
  const form = useForm(enquiryContract.capture, {
    start: typeof mobile === 'string' ? { ...START, mobile } : START,
    draft: 'enquiry-new',
    refresh: ['follow-up'],
    toInput: (values) =>
      filled({
        ...values,
        children: Array.isArray(values['children']) ? values['children'].slice(0, children) : [],
      }),
    check: (values) =>
      Object.fromEntries(
        Array.from({ length: children }, (_, n) => childNames(n).first)
          .filter((name) => !valueAt(values, name))
          .map((name) => [name, 'Fill this in']),
      ),
    onDone: (out) => {
      notice.ok('Enquiry saved.');
      onSaved(out);
    },
  });
  return (
    <PageFrame
      title="New enquiry"
      context="centre-year"
      crumbs={[{ label: 'Enquiries', to: '/forms/enquiry/list' }]}
    >
      <Form form={form} wide>
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          <Stack gap="md">
            <Section title="Family">
              <Stack gap="md">
                <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
                  <Field name="mobile" label="Mobile" kind="phone" autoComplete="off" autoFocus />
                  <Field name="alternateMobile" label="Another number" kind="phone" optional />
                </SimpleGrid>
                <KnownFamily mobile={String(form.values['mobile'] ?? '')} />
                <FamilyFields />
              </Stack>
            </Section>
            <Section title="Source">
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
                <Field
                  name="sourceId"
                  label="How did they hear of us"
                  kind="choice"
                  options={sources.map(({ id, name }) => ({ value: id, label: name }))}
                />
                <Field name="campaign" label="Campaign" kind="text" optional max={80} />
                <Field name="walkIn" label="They are at the centre now" kind="boolean" />
                <Field
                  name="ownerId"
                  label="Owner"
                  kind="choice"
                  optional
                  options={owners.map(({ id, name }) => ({ value: id, label: name }))}
                  help="Empty = you, or who already looks after the family"
                />
              </SimpleGrid>
            </Section>
          </Stack>
          <Stack gap="md">
            {Array.from({ length: children }, (_, n) => (
              <Section key={childNames(n).first} title={children > 1 ? `Child ${n + 1}` : 'Child'}>
                <ChildFields names={childNames(n)} nameNeeded />
              </Section>
            ))}
            {children < MAX_CHILDREN && (
              <Group>
                <Button variant="default" onClick={() => setChildren(children + 1)}>
                  Add another child
                </Button>
              </Group>
            )}
            <Section title="What was said">
              <Stack gap="md">
                <Field name="note" label="Note" kind="longText" optional max={1000} />
                <Field
                  name="nextFollowUpOn"
                  label="Next follow-up"
                  kind="date"
                  optional
                  help="Empty = today"
                />
              </Stack>
            </Section>
            <Section
              title="Consent, read aloud"
              help="Calls about this enquiry need none. Tick what the parent says yes to."
            >
              <Stack gap="xs">
                <PathField name="consents.whatsapp" label="Messages on WhatsApp" kind="boolean" />
                <PathField name="consents.sms" label="Messages by SMS" kind="boolean" />
                <PathField name="consents.email" label="Messages by e-mail" kind="boolean" />
              </Stack>
            </Section>
          </Stack>
        </SimpleGrid>
        <SaveBar label="Save enquiry" will="Saves one enquiry for each child" />
      </Form>
    </PageFrame>
  );
}

/** What this centre knows of the number: the duplicate hint. */
function KnownFamily({ mobile }: { mobile: string }) {
  const norm = phoneNormAnyCountry(mobile);
  const known = useQuery(
    enquiryContract.familyAt,
    { mobile: norm ?? '' },
    { enabled: norm !== null, background: true },
  );
  if (!norm || !known.data) return null;
  const { rows, students } = known.data;
  if (rows.length === 0 && students.length === 0)
    return (
      <Text fz="sm" className="quiet">
        This number is new here.
      </Text>
    );
  return (
    <Alert color="info" variant="light" title="This family is known here">
      <Stack gap="xs">
        {rows.map((row) => (
          <Group key={row.id} gap="sm">
            <Anchor component={Link} to={`/forms/edit/${row.enquiryCode}`}>
              {row.childName}
            </Anchor>
            <Text fz="sm">{[row.className, row.enquiryCode, row.ownerName].filter(Boolean).join(' · ')}</Text>
            <StatusTag area="enquiry" state={row.spancoStatus} />
          </Group>
        ))}
        {students.map((family) => (
          <Text key={family.familyId} fz="sm">
            <Tag tone="success">Studies here</Tag> {family.children.join(', ') || family.name}
          </Text>
        ))}
        <Text fz="sm" className="quiet">
          The same child becomes a note on the existing enquiry; a brother or sister becomes an enquiry of
          this family.
        </Text>
      </Stack>
    </Alert>
  );
}

const verdictText: Record<string, string> = {
  SAME: 'asked again: noted on the existing enquiry',
  POSSIBLE: 'possible duplicate: please compare',
  SIBLING: 'joined to the family known here',
  NEW_YEAR: 'was here in an earlier year',
  NEW: 'new',
  REPLAY: 'was saved already',
};

function SavedCard({ saved, again }: { saved: Saved; again: () => void }) {
  const first = saved.enquiries[0];
  return (
    <PageFrame
      title="Enquiry saved"
      context="centre-year"
      crumbs={[{ label: 'Enquiries', to: '/forms/enquiry/list' }]}
    >
      <Stack gap="md">
        {saved.enquiries.map((one) => (
          <Section
            key={one.id}
            title={one.childName}
            help={`${one.enquiryCode} · ${verdictText[one.verdict] ?? ''}`}
          >
            <Text>
              Owner {one.ownerName ?? 'nobody yet'}, next follow-up{' '}
              {one.nextFollowUpOn ? one.nextFollowUpOn.split('-').reverse().join('-') : '–'}
            </Text>
          </Section>
        ))}
        {first && (
          <Suspense fallback={null}>
            <KnownElsewhere enquiryId={first.id} />
          </Suspense>
        )}
        <Group>
          {first && (
            <Button component={Link} to={`/forms/edit/${first.enquiryCode}`}>
              Open
            </Button>
          )}
          <Button variant="default" onClick={again}>
            Add another family
          </Button>
        </Group>
      </Stack>
    </PageFrame>
  );
}
