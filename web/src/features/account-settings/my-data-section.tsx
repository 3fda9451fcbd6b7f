import { downloadMyData } from '@leadloom/shared/contract/account-settings';
import DownloadRounded from '@mui/icons-material/DownloadRounded';
import Button from '@mui/material/Button';
import { Notice } from '../../components/notice.tsx';
import { SettingsLine } from '../../components/settings-line.tsx';
import { call } from '../../lib/api-client/call.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSubmission } from '../../lib/use-submission.ts';

export function MyDataSection() {
  const { isSending, failure, submit } = useSubmission();

  async function onDownload(): Promise<void> {
    await submit(async () => saveFile(await call(downloadMyData, {}), downloadMyData.success.fileName));
  }

  return (
    <SettingsLine
      heading="My data"
      value={
        <>
          Everything stored for your account, in one JSON file. It does not count towards your monthly limit.
          {failure !== null && <Notice severity="error">{failure.message}</Notice>}
        </>
      }
      action={
        <Button size="small" startIcon={<DownloadRounded />} onClick={() => void onDownload()} disabled={isSending}>
          {isSending ? 'Preparing your data…' : 'Download my data'}
        </Button>
      }
    />
  );
}
