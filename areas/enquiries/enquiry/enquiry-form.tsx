import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { discardWaiting } from '@aangan/web/local/offline-queue.ts';
import { useWaitingInput } from '@aangan/web/local/use-waiting-input.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { optionsOfRows } from './choice-filter.web.ts';
import { enquiryContract } from './enquiry.contract.ts';
import { MOST_OTHER_NUMBERS } from './enquiry-fields.ts';
import { filled, valueAt } from './enquiry-form-values.ts';
import { useEnquiryChoices } from './enquiry-look.tsx';
import { ChildFields, FamilyFields, PathField } from './family-fields.tsx';
import { ENQUIRY_FORM, KeptEnquiry } from './kept-enquiry.tsx';
import { KnownFamily } from './known-family.tsx';
import { OtherNumbers } from './other-numbers.tsx';
import { ReferrerField, referrerEntries } from './referrer-field.tsx';
import { NextFollowUp, SaidFields, saidEntries } from './said-fields.tsx';
import { type Saved, SavedEnquiry } from './saved-enquiry.tsx';
import { ServingCentre, sendToOf, sentTo, useSentTo } from './serving-centre.tsx';

const MAX_CHILDREN = 4;
const START = {
  language: 'en',
  walkIn: false,
  alternateMobiles: Array.from({ length: MOST_OTHER_NUMBERS }, () => ''),
  children: Array.from({ length: MAX_CHILDREN }, () => ({})),
  consents: {},
  said: {},
  childCount: 1,
};
type Values = Readonly<Record<string, unknown>>;
const listAt = (values: Values, name: string): unknown[] => {
  const list = values[name];
  return Array.isArray(list) ? list : [];
};
const childrenOf = (values: Values): number => Number(values['childCount']) || 1;
const childNames = (n: number) => ({
  first: `children.${n}.firstName`,
  last: `children.${n}.lastName`,
  dob: `children.${n}.dob`,
  approx: `children.${n}.dobApprox`,
  gender: `children.${n}.gender`,
  classId: `children.${n}.classId`,
  programme: `children.${n}.programme`,
  session: `children.${n}.sessionWish`,
});

/** Phone first: the panel shows what this centre knows before anything else is typed. */
export function EnquiryForm() {
  const waiting = useSearchParams()[0].get('waiting');
  const { franchisee } = useSession();
  if (franchisee === null)
    return (
      <PageFrame title="New enquiry">
        <EmptyState
          title="Choose a centre first"
          help="A new enquiry belongs to one centre. Choose it in the top bar."
        />
      </PageFrame>
    );
  return <EnquiryWork key={waiting} waiting={waiting} />;
}

/** `waiting`: one that waited for the network and was refused is taken up again. */
function EnquiryWork({ waiting }: { waiting: string | null }) {
  const [saved, setSaved] = useState<Saved | 'KEPT' | null>(null);
  const [round, setRound] = useState(0);
  const navigate = useNavigate();
  const refused = useWaitingInput(waiting);
  const again = () => {
    setSaved(null);
    setRound(round + 1);
    if (waiting) void navigate(ENQUIRY_FORM, { replace: true });
  };
  if (saved === 'KEPT') return <KeptEnquiry again={again} />;
  if (saved) return <SavedEnquiry saved={saved} again={again} />;
  if (!refused.ready) return null;
  const end = (out: Saved | 'KEPT') => {
    if (waiting) void discardWaiting(waiting);
    setSaved(out);
  };
  return <CaptureForm key={round} refused={refused.input} onSaved={end} />;
}

/** What was typed, of the input that it became. */
const typedOf = (input: Values) => ({
  ...START,
  ...input,
  childCount: listAt(input, 'children').length,
  sendTo: sendToOf(input),
  ...Object.fromEntries(
    (['children', 'alternateMobiles'] as const).map((name) => [
      name,
      START[name].map((empty, n) => listAt(input, name)[n] ?? empty),
    ]),
  ),
});

function CaptureForm({ refused, onSaved }: { refused: unknown; onSaved: (out: Saved | 'KEPT') => void }) {
  const taken = typeof refused === 'object' && refused !== null ? { ...refused } : null;
  // A number that was looked for and not found comes along here; an address would keep it in the history.
  const given: unknown = useLocation().state;
  const mobile = typeof given === 'object' && given !== null && 'mobile' in given ? given.mobile : undefined;
  const { sources = [], owners = [] } = useEnquiryChoices().data ?? {};
  const askedBy = (values: Values) => sources.find((one) => one.id === values['sourceId'])?.referrer ?? null;
  const form = useForm(enquiryContract.capture, {
    start: taken ? typedOf(taken) : typeof mobile === 'string' ? { ...START, mobile } : START,
    ...(taken ? {} : { draft: 'enquiry-new' }),
    waits: { title: 'New enquiry', link: ENQUIRY_FORM, onKept: () => onSaved('KEPT') },
    refresh: ['follow-up'],
    toInput: (values) =>
      filled({
        ...values,
        childCount: null,
        said: null,
        ...(sentTo(values) ? {} : saidEntries(values)),
        ...referrerEntries(askedBy(values), values),
        sendTo: sentTo(values)?.id,
        alternateMobiles: listAt(values, 'alternateMobiles').filter(Boolean),
        children: listAt(values, 'children').slice(0, childrenOf(values)),
      }),
    check: (values) =>
      Object.fromEntries(
        Array.from({ length: childrenOf(values) }, (_, n) => childNames(n).first)
          .filter((name) => !valueAt(values, name))
          .map((name) => [name, 'Fill this in']),
      ),
    onDone: (out) => {
      notice.ok(out.sentTo ? `Sent to ${out.sentTo}.` : 'Enquiry saved.');
      onSaved(out);
    },
  });
  const there = useSentTo(form.values);
  const children = childrenOf(form.values);
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
                  <OtherNumbers />
                </SimpleGrid>
                <KnownFamily mobile={String(form.values['mobile'] ?? '')} />
                <FamilyFields />
                <ServingCentre />
              </Stack>
            </Section>
            <Section title="Source">
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
                <Field
                  name="sourceId"
                  label="How did they hear of us"
                  kind="choice"
                  options={optionsOfRows(sources)}
                />
                {!there && <ReferrerField asked={askedBy(form.values)} />}
                <Field name="campaign" label="Campaign" kind="text" optional max={80} />
                {!there && <Field name="walkIn" label="They are at the centre now" kind="boolean" />}
                {!there && (
                  <Field
                    name="ownerId"
                    label="Owner"
                    kind="choice"
                    optional
                    options={optionsOfRows(owners)}
                    help="Empty = you, or who already looks after the family"
                  />
                )}
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
                <Button variant="default" onClick={() => form.set('childCount', children + 1)}>
                  Add another child
                </Button>
              </Group>
            )}
            <Section title="What was said">
              {there ? (
                <Stack gap="md">
                  <Field name="note" label="Note" kind="longText" optional max={1000} />
                  <NextFollowUp />
                </Stack>
              ) : (
                <SaidFields />
              )}
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
        <SaveBar
          label={there ? `Send to ${there.label}` : 'Save enquiry'}
          will={there ? `${there.label} gets one enquiry for each child` : 'Saves one enquiry for each child'}
        />
      </Form>
    </PageFrame>
  );
}
