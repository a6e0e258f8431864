import { Field } from '@aangan/web/form/field.tsx';
import { offlineModes } from './payment.contract.ts';
import { modeLabels } from './payment-look.tsx';

/** How money came to the centre. */
export const ModeField = () => (
  <Field
    name="mode"
    kind="choice"
    label="Mode"
    options={offlineModes.map((value) => ({ value, label: modeLabels[value] ?? value }))}
  />
);

/** What belongs to the mode: number, bank, date, proof; and a note. */
export function InstrumentFields({ mode }: { mode: string }) {
  return (
    <>
      {mode === 'CASH' || mode === 'POS' ? null : (
        <Field
          name="reference"
          kind="text"
          label={mode === 'CHEQUE' || mode === 'DD' ? 'Number' : 'Bank reference'}
        />
      )}
      {mode === 'CHEQUE' || mode === 'DD' ? (
        <Field name="bankName" kind="text" label="Bank" optional />
      ) : null}
      {mode === 'CHEQUE' || mode === 'DD' ? (
        <Field name="instrumentDate" kind="date" label="Dated" optional />
      ) : null}
      {mode === 'CASH' || mode === 'POS' ? null : (
        <Field
          name="proofFile"
          kind="file"
          label="Proof"
          help="Photo of the cheque or screenshot of the transfer; the person who approves sees it."
          optional
          accept={['pdf', 'jpg', 'png']}
        />
      )}
      <Field name="note" kind="longText" label="Note" optional />
    </>
  );
}
