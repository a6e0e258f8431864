import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { Field } from '@aangan/web/form/field.tsx';
import { useFormModel } from '@aangan/web/form/form-model.ts';
import { RecordForm } from '@aangan/web/record/record-form.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { Autocomplete, SimpleGrid, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useParams } from 'react-router';
import { franchiseePincode } from './franchisee-pincode.record.ts';
import { pincodeContract } from './pincode.contract.ts';

/** One pincode of the chosen centre; typing finds it by number, office or district, the near ones first. */
export function PincodeForm() {
  const { pincodeId } = useParams();
  const { franchisee } = useSession();
  return (
    <RecordForm
      key={`${pincodeId} ${franchisee?.id}`}
      record={franchiseePincode}
      id={pincodeId ?? null}
      start={{ priority: 5, leads: true, transport: false, fromOn: todayIst(serverNow()) }}
    >
      <Stack>
        {pincodeId ? <Field name="pincode" /> : <PincodeField />}
        <Field name="priority" />
        <Field name="leads" />
        <Field name="transport" />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field name="fromOn" />
          <Field name="toOn" />
        </SimpleGrid>
      </Stack>
    </RecordForm>
  );
}

function PincodeField() {
  const form = useFormModel();
  const typed = String(form.values['pincode'] ?? '');
  const [q] = useDebouncedValue(typed, 200);
  const { data } = useQuery(pincodeContract.suggest, { q: q.slice(0, 60) }, { keepPrevious: true });
  const rows = data?.rows ?? [];
  return (
    <Autocomplete
      label="Pincode"
      autoFocus
      inputMode="numeric"
      description="Type the number, a post office or a district"
      data={rows.map((row) => row.pincode)}
      value={typed}
      error={form.errors['pincode']}
      onChange={(value) => form.set('pincode', value)}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const row = rows.find((one) => one.pincode === option.value);
        return (
          <span>
            {option.value}{' '}
            <span className="quiet">
              {[row?.office, row?.district, row?.km !== null && row?.km !== undefined && `${row.km} km`]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        );
      }}
    />
  );
}
