import { part } from '@aangan/web/part.ts';
import { texts, useText } from '@aangan/web/text/text.tsx';
import { PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { VisitWebsite } from '@aangan/web/ui/visit-website.tsx';
import { Alert, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod';
import { codeWords } from './code-words.web.ts';

const VisitAfterForm = part(() => import('../visit-slots/visit-after-form.tsx'), 'VisitAfterForm');
const ConfirmNumber = part(() => import('./confirm-number.tsx'), 'ConfirmNumber');
const VisitPage = part(() => import('../visit-slots/visit-page.tsx'), 'VisitPage');

const words = texts(
  {
    title: 'Thank you',
    text: "We will call you from the centre's number.",
    reference: 'Your reference: {reference}',
  },
  { title: 'धन्यवाद', text: 'केंद्र के नंबर से आपको फ़ोन आएगा।', reference: 'आपका संदर्भ: {reference}' },
);

const arrived = z.object({
  reference: z.string(),
  centre: z.string(),
  fid: z.int(),
  submissionId: z.string(),
  /** The centre's own sentence. */
  thanks: z.string().nullable().default(null),
  bookedAt: z.string().nullable().default(null),
  /** A code went to the number; null = not asked for, or not now. */
  confirm: z.object({ ending: z.string(), resendAt: z.string() }).nullable().default(null),
  confirmed: z.boolean().default(false),
});

/** After the form, the same page for everybody: refresh and Back send nothing again. With `ref`, the page of a visit link. */
export function EnquirySaved() {
  const [params] = useSearchParams();
  const token = params.get('ref');
  return token ? (
    <Suspense fallback={null}>
      <VisitPage token={token} />
    </Suspense>
  ) : (
    <Thanks />
  );
}

function Thanks() {
  const t = useText(words);
  const navigate = useNavigate();
  const code = useText(codeWords);
  const state = arrived.safeParse(useLocation().state).data;
  // Kept in the history entry: a reload shows the same page.
  const keep = (more: Partial<z.output<typeof arrived>>) =>
    void navigate('.', { replace: true, state: { ...state, ...more } });
  return (
    <PublicFrame title={t('title')} brand={state ? { name: state.centre } : undefined}>
      <Stack gap="lg">
        <Stack gap="xs">
          <Text>{state?.thanks ?? t('text')}</Text>
          {state && <Text fw={600}>{t('reference', { reference: state.reference })}</Text>}
        </Stack>
        {state?.confirm && (
          <Suspense fallback={null}>
            <ConfirmNumber
              fid={state.fid}
              submissionId={state.submissionId}
              sent={state.confirm}
              onSentAgain={(resendAt) => keep({ confirm: { ending: state.confirm?.ending ?? '', resendAt } })}
              onConfirmed={() => keep({ confirm: null, confirmed: true })}
              onNotNow={() => keep({ confirm: null })}
            />
          </Suspense>
        )}
        {state?.confirmed && (
          <Alert color="success" variant="light" role="status">
            {code('confirmed')}
          </Alert>
        )}
        {state && (
          <Suspense fallback={null}>
            <VisitAfterForm
              fid={state.fid}
              submissionId={state.submissionId}
              bookedAt={state.bookedAt}
              onBooked={(bookedAt) => keep({ bookedAt })}
            />
          </Suspense>
        )}
        <VisitWebsite />
      </Stack>
    </PublicFrame>
  );
}
