import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { SaveBar } from '@aangan/web/form/save-bar.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { part } from '@aangan/web/part.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Facts, Section } from '@aangan/web/ui/section.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { SimpleGrid } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { optionsOf, optionsOfRows } from './choice-filter.web.ts';
import { enquiryContract } from './enquiry.contract.ts';
import { temperatureLabels } from './enquiry-fields.ts';
import { changed } from './enquiry-form-values.ts';
import { useEnquiryChoices } from './enquiry-look.tsx';
import { ChildFields, FamilyFields } from './family-fields.tsx';

const JoinDialog = part(() => import('../families/join-dialog.tsx'), 'JoinDialog');

type Enquiry = OutputOf<typeof enquiryContract.get>;
const names = {
  first: 'childFirstName',
  last: 'childLastName',
  dob: 'childDob',
  approx: 'dobApprox',
  gender: 'childGender',
  classId: 'classId',
  programme: 'programme',
  session: 'sessionWish',
};
export function EditEnquiry() {
  const { enquiryCode = '' } = useParams();
  const enquiry = useQuery(enquiryContract.get, { enquiryCode }, { fresh: 0 });
  return <QueryState query={enquiry}>{(data) => <EditForm key={data.version} enquiry={data} />}</QueryState>;
}

function EditForm({ enquiry }: { enquiry: Enquiry }) {
  const navigate = useNavigate();
  const { owners = [] } = useEnquiryChoices().data ?? {};
  const [elsewhere, setElsewhere] = useState(false);

  const start = useMemo<Record<string, unknown>>(
    () => ({
      childFirstName: enquiry.childFirstName,
      childLastName: enquiry.childLastName,
      childDob: enquiry.childDob,
      dobApprox: enquiry.dobApprox,
      childGender: enquiry.childGender,
      classId: enquiry.classId === null ? null : String(enquiry.classId),
      programme: enquiry.programme,
      sessionWish: enquiry.sessionWish,
      guardianName: enquiry.guardianName,
      guardianRelation: enquiry.guardianRelation,
      mobile: enquiry.mobile,
      email: enquiry.email,
      pincode: enquiry.pincode,
      language: enquiry.language,
      preferredTime: enquiry.preferredTime,
      doNotCall: enquiry.doNotCall,
      temperature: enquiry.temperature,
      ownerId: enquiry.ownerId,
    }),
    [enquiry],
  );
  const form = useForm(enquiryContract.update, {
    start,
    ifMatch: enquiry.version,
    refresh: ['follow-up'],
    disabled: enquiry.can['edit'] !== true,
    onError: (error) => {
      // Only of a number: an e-mail address is often a shared one.
      if (error.code === 'enquiry.contact-elsewhere' && error.fields['mobile']) setElsewhere(true);
    },
    toInput: (values) => ({ id: enquiry.id, changes: changed(start, values) }),
    onDone: () => {
      notice.ok('Enquiry saved.');
      void navigate(`/forms/edit/${enquiry.enquiryCode}`);
    },
  });
  return (
    <PageFrame
      title={`Edit ${enquiry.childName}`}
      context="centre-year"
      crumbs={[
        { label: 'Enquiries', to: '/forms/enquiry/list' },
        { label: enquiry.enquiryCode, to: `/forms/edit/${enquiry.enquiryCode}` },
      ]}
    >
      <Form form={form} wide>
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
          <Section title="Child">
            <ChildFields names={names} enquiry={enquiry} />
          </Section>
          <Section title="Family">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mb="md">
              <Field name="mobile" label="Mobile" kind="phone" />
              <Field name="doNotCall" label="Do not call" kind="boolean" />
            </SimpleGrid>
            <FamilyFields />
          </Section>
          <Section title="Work">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <Field name="ownerId" label="Owner" kind="choice" optional options={optionsOfRows(owners)} />
              <Field
                name="temperature"
                label="Temperature"
                kind="choice"
                options={optionsOf(temperatureLabels)}
              />
            </SimpleGrid>
          </Section>
          <Section title="Fixed at capture">
            <Facts
              items={[
                {
                  label: 'Source',
                  value: [enquiry.sourceName, enquiry.campaign].filter(Boolean).join(' · '),
                },
                {
                  label: 'Sent by',
                  value: enquiry.referrer?.name,
                  hidden: enquiry.referrer === null,
                },
                { label: 'Captured', value: <InstantText at={enquiry.capturedAt} /> },
              ]}
            />
          </Section>
        </SimpleGrid>
        <SaveBar label="Save changes" onCancel={() => void navigate(`/forms/edit/${enquiry.enquiryCode}`)} />
      </Form>
      {elsewhere && (
        <Suspense fallback={null}>
          <JoinDialog
            enquiry={enquiry}
            mobile={String(form.values['mobile'] ?? '')}
            onClose={() => setElsewhere(false)}
            onJoined={() => {
              setElsewhere(false);
              void form.submit();
            }}
          />
        </Suspense>
      )}
    </PageFrame>
  );
}
