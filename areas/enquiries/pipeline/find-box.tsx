// Search by code, mobile or name. A number never enters the address: it is asked for by POST, and the address then shows
// the code (enquiries.md D7).

import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Button, Group, Radio, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { searchByOptions } from '../enquiry/enquiry-filters.ts';

export type SearchBy = (typeof searchByOptions)[number];
export const isSearchBy = (text: string | undefined): text is SearchBy =>
  searchByOptions.some((one) => one === text);

const labels: Readonly<Record<SearchBy, string>> = { code: 'Code', mobile: 'Mobile', name: 'Name' };

/** Where a number leads: to its one enquiry, or to the list of several, which only the page itself remembers. */
async function placeOfNumber(number: string): Promise<{ to: string; state: { number: string } | null }> {
  const page = await call(enquiryContract.list, { code: number, searchBy: 'mobile', limit: 2 });
  const [only] = page.rows;
  return only && page.rows.length === 1
    ? { to: `/forms/list/${only.enquiryCode}`, state: null }
    : { to: '/forms/list', state: { number } };
}

/** The number that was looked for; one that came in the address is taken out of it at once. */
export function useResolvedMobile(typed: string | undefined, searchBy: SearchBy): string | null {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    if (!typed || searchBy !== 'mobile') return;
    placeOfNumber(typed)
      .then(({ to, state }) => navigate(to, { replace: true, state }))
      .catch((error: unknown) => notice.error(toApiError(error)));
  }, [typed, searchBy, navigate]);
  const state: unknown = location.state;
  return typeof state === 'object' && state !== null && 'number' in state && typeof state.number === 'string'
    ? state.number
    : null;
}

export function FindBox({ start }: { start: SearchBy }) {
  const navigate = useNavigate();
  const [by, setBy] = useState<SearchBy>(start);
  const [text, setText] = useState('');
  const find = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (!wanted) return;
    if (by !== 'mobile') {
      void navigate(`/forms/list/${encodeURIComponent(wanted)}/${by}`);
      return;
    }
    try {
      const { to, state } = await placeOfNumber(wanted);
      void navigate(to, { state });
    } catch (error) {
      notice.error(toApiError(error));
    }
  };
  return (
    <search>
      <form onSubmit={(event) => void find(event)}>
        <Group gap="sm">
          <Radio.Group
            value={by}
            onChange={(value) => isSearchBy(value) && setBy(value)}
            aria-label="Search by"
          >
            <Group gap="sm">
              {searchByOptions.map((one) => (
                <Radio key={one} value={one} label={labels[one]} />
              ))}
            </Group>
          </Radio.Group>
          <TextInput
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            aria-label={`Find by ${labels[by].toLowerCase()}`}
            placeholder={by === 'code' ? 'ENQ-014-2627-00042' : labels[by]}
            inputMode={by === 'mobile' ? 'tel' : 'text'}
            maxLength={60}
            w={220}
          />
          <Button type="submit" variant="default">
            Find
          </Button>
        </Group>
      </form>
    </search>
  );
}
