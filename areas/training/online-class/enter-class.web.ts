import { toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { pathWithId } from '@aangan/web/screens.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { onlineClassContract as contract } from './online-class.contract.ts';

/** Ways into a class: with an own reference for who teaches, with a fresh link for a family. */
export function useEnterClass() {
  const navigate = useNavigate();
  const [entering, setEntering] = useState<string | null>(null);
  const go = async (id: string, path: string, ask: () => Promise<{ referenceID: string }>) => {
    setEntering(id);
    try {
      const { referenceID } = await ask();
      void navigate(pathWithId(path, referenceID));
    } catch (error) {
      notice.error(toApiError(error));
    } finally {
      setEntering(null);
    }
  };
  return {
    entering,
    enter: (id: string) => go(id, '/online-class/join/{referenceID}', () => call(contract.ticket, { id })),
    enterAsChild: (id: string, student: string) =>
      go(id, '/online-class/{referenceID}', () => call(contract.myLink, { id, student })),
  };
}
