/** The list before the first person, with a link to the collector. */
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useWorkspace } from '../../../lib/workspace/use-workspace.ts';

export function NobodyYet() {
  const { name, isPersonal } = useWorkspace();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby="nobody-yet"
      sx={{ m: 2, px: 2, py: { xs: 5, sm: 8 }, display: 'grid', gap: 1.5, justifyItems: 'center', textAlign: 'center' }}
    >
      <Typography id="nobody-yet" variant="h2">
        {isPersonal ? 'You have not collected anyone yet.' : `Nobody in ${name} has collected anyone yet.`}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', maxWidth: '32rem' }}>
        Add profiles in the collector and start a job. Every downloaded profile appears here, where you can search, tag and export
        it.
      </Typography>
      <Button component={Link} to={paths.linkedinCollector} variant="contained" sx={{ mt: 1 }}>
        Go to the collector
      </Button>
    </Paper>
  );
}
