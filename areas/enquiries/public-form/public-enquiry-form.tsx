// The form behind the QR code: 360 px first, English and Hindi, nine fields.

import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { call } from '@aangan/web/api/call.ts';
import { newId } from '@aangan/web/api/new-id.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { Form } from '@aangan/web/form/form.tsx';
import { useForm } from '@aangan/web/form/use-form.ts';
import { useLanguage, useText } from '@aangan/web/text/text.tsx';
import { PublicButton, PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { optionsOfRows } from '../enquiry/choice-filter.web.ts';
import { ClosedForm } from './closed-form.tsx';
import type { OptionalField } from './form-setting.ts';
import { soon } from './next-code.web.ts';
import { publicEnquiryContract } from './public-enquiry.contract.ts';
import { words } from './public-words.tsx';
import { useProof } from './use-proof.web.ts';

type FormFacts = OutputOf<typeof publicEnquiryContract.form>;

export function PublicEnquiryForm() {
  const t = useText(words);
  const { language } = useLanguage();
  const door = useLocation().pathname.startsWith('/enquiry-form') ? 'QR' : 'WEB';
  const { fid = '', mid } = useParams();
  const [params] = useSearchParams();
  const typed = mid ?? params.get('mid') ?? '';
  // What can be no key is no link; the form works all the same.
  const link = /^[A-Za-z0-9_-]{1,40}$/.test(typed) ? typed : undefined;
  const known = /^[1-9]\d{0,8}$/.test(fid);
  const form = useQuery(
    publicEnquiryContract.form,
    { fid: Number(fid), ...(link ? { mid: link } : {}) },
    { enabled: known },
  );
  useCodeLanguage(form.data?.language ?? null);
  // A wrong key and a missing centre are one page.
  if (!known || form.error?.status === 404) return <PublicFrame title={t('gone')}>{null}</PublicFrame>;
  return (
    <QueryState query={form}>
      {(facts) => (
        <PublicFrame
          brand={{ name: facts.centreName }}
          title={t('title', { centre: facts.centreName })}
          lead={facts.open ? (facts.lead[language] ?? t('lead')) : undefined}
          oneLanguage={facts.languages.length === 1}
          foot={[facts.brandName, facts.cityName].filter(Boolean).join(' · ')}
        >
          {facts.open ? (
            <Entry fid={Number(fid)} mid={link} door={door} facts={facts} />
          ) : (
            <ClosedForm fid={Number(fid)} door={door} />
          )}
        </PublicFrame>
      )}
    </QueryState>
  );
}

/** The code's language at first; whoever then chooses another keeps it, over a reload too. */
function useCodeLanguage(wanted: 'en' | 'hi' | null) {
  const { language, setLanguage, isChosen } = useLanguage();
  const set = useRef(false);
  useEffect(() => {
    if (wanted === null || set.current) return;
    set.current = true;
    if (wanted !== language && !isChosen()) setLanguage(wanted);
  }, [wanted, language, setLanguage, isChosen]);
}

const MONTHS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'];

interface EntryProps {
  fid: number;
  mid: string | undefined;
  door: 'QR' | 'WEB';
  facts: FormFacts;
}

function Entry({ fid, mid, door, facts }: EntryProps) {
  const t = useText(words);
  const { language } = useLanguage();
  const navigate = useNavigate();
  // One id for all tries: a second press or a dead network never makes a second enquiry.
  const [submissionId] = useState(newId);
  const [openedAt] = useState(() => Date.now());
  const count = (step: 'OPEN' | 'START') =>
    // A count that does not arrive is no reason to disturb anybody.
    void call(publicEnquiryContract.seen, { fid, door, step, ...(mid ? { mid } : {}) }, {}).catch(
      () => undefined,
    );
  const { proof, working, slow, begin } = useProof({ fid, submissionId });
  const form = useForm(publicEnquiryContract.submit, {
    start: { isAdultGuardian: false, consentWhatsapp: false, consentSms: false, consentEmail: false },
    draft: `enquiry-form-${fid}`,
    toInput: ({ birthYear, birthMonthOnly, classId, ...values }) => ({
      ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== '')),
      fid,
      submissionId,
      door,
      language,
      filledInMs: Date.now() - openedAt,
      ...(mid ? { mid } : {}),
      ...(proof ? { proof } : {}),
      ...(classId ? { classId: Number(classId) } : {}),
      // Half of it is none: the contract then says what to choose.
      birthMonth: birthYear && birthMonthOnly ? `${birthYear}-${birthMonthOnly}` : '',
    }),
    onError: (error) => {
      if (error.code === 'public-enquiry.proof-needed') begin();
    },
    onDone: (out) =>
      void navigate('/enquiry-saved/thankyou', {
        replace: true,
        state: {
          reference: out.reference,
          centre: facts.centreName,
          thanks: facts.thanks[language],
          fid,
          submissionId,
          confirm: out.confirm && { ...out.confirm, resendAt: soon() },
        },
      }),
  });
  const send = useRef(form.submit);
  send.current = form.submit;
  useEffect(() => {
    if (proof) void send.current();
  }, [proof]);
  const counted = useRef<'OPEN' | 'START' | null>(null);
  useEffect(() => {
    const step = form.dirty ? 'START' : 'OPEN';
    if (counted.current === step || counted.current === 'START') return;
    if (counted.current === null) count('OPEN');
    if (step === 'START') count('START');
    counted.current = step;
  });
  const year = new Date().getFullYear();
  const years = Array.from({ length: Math.ceil(facts.ages.toMonths / 12) + 1 }, (_, n) => String(year - n));
  const birthFault = form.errors['birthMonth'];
  const birthPicked = () => form.setError('birthMonth', null);
  const shown = (field: OptionalField) => !facts.hidden.includes(field);
  const monthName = (month: string) =>
    new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN' : 'en-IN', { month: 'long' }).format(
      new Date(2024, Number(month) - 1, 1),
    );
  return (
    // While the page works, the form waits: the refusal that began it is no news to the parent.
    <Form form={working ? { ...form, failures: 0, disabled: true } : form} wide>
      <Stack gap="md">
        <Field large name="guardianName" label={t('parent')} kind="text" autoComplete="name" />
        <Field
          large
          name="mobile"
          label={t('mobile')}
          kind="phone"
          autoComplete="tel"
          {...(facts.confirmNumber ? { help: t('codeNotice') } : {})}
        />
        <Field large name="childFirstName" label={t('child')} kind="text" />
        <div>
          <Text component="div" fw={500} mb="xs">
            {t('birth')}
          </Text>
          <Group grow gap="sm" align="start">
            <Field
              large
              bare
              name="birthMonthOnly"
              faulty={birthFault !== undefined}
              onPicked={birthPicked}
              label={t('month')}
              placeholder={t('month')}
              kind="choice"
              options={MONTHS.map((value) => ({ value, label: monthName(value) }))}
            />
            <Field
              large
              bare
              name="birthYear"
              faulty={birthFault !== undefined}
              onPicked={birthPicked}
              label={t('year')}
              placeholder={t('year')}
              kind="choice"
              options={years.map((value) => ({ value, label: value }))}
            />
          </Group>
          {birthFault && (
            <Text c="var(--mantine-color-error)" fz="sm" mt={4} role="alert">
              {birthFault}
            </Text>
          )}
        </div>
        {shown('classId') && (
          <Field
            large
            name="classId"
            label={t('class')}
            kind="choice"
            optional
            options={optionsOfRows(facts.classes)}
          />
        )}
        <Field large name="pincode" label={t('pincode')} kind="text" max={6} autoComplete="postal-code" />
        {shown('email') && (
          <Field large name="email" label={t('email')} kind="email" optional autoComplete="email" />
        )}
        {shown('preferredTime') && (
          <Field
            large
            name="preferredTime"
            label={t('time')}
            kind="choice"
            optional
            options={[
              { value: 'MORNING', label: t('morning') },
              { value: 'AFTERNOON', label: t('afternoon') },
              { value: 'EVENING', label: t('evening') },
            ]}
          />
        )}
        {door === 'WEB' && shown('message') && (
          <Field large name="message" label={t('message')} kind="longText" optional max={300} />
        )}
        {/* Only programs and autofill fill this: it is out of sight, out of the tab order and out of the reading order. */}
        <div
          aria-hidden="true"
          style={{ position: 'absolute', left: '-10000px', height: 1, overflow: 'hidden' }}
        >
          <input
            tabIndex={-1}
            autoComplete="off"
            name="website"
            value={String(form.values['website'] ?? '')}
            onChange={(event) => form.set('website', event.currentTarget.value)}
          />
        </div>
        <Text>{t('notice')}</Text>
        <Field large name="consentWhatsapp" label={t('whatsapp')} kind="boolean" />
        <Field large name="consentSms" label={t('sms')} kind="boolean" />
        <Field large name="consentEmail" label={t('mail')} kind="boolean" />
        <Field large name="isAdultGuardian" label={t('adult')} kind="boolean" />
        <PublicButton type="submit" loading={form.saving || working}>
          {t('send')}
        </PublicButton>
        {slow && <Text role="status">{t('checking')}</Text>}
      </Stack>
    </Form>
  );
}
