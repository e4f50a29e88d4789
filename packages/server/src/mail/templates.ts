/** What a mail says, in both forms that mail programs show. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

interface Letter {
  subject: string;
  /** What it is about, as a heading. */
  heading: string;
  paragraphs: string[];
  button: { label: string; address: string };
  /** Small, below the button. */
  remarks: string[];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter]!);

/** Styles stand at each element, and tables make the layout: many mail programs know nothing else. */
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const paragraph = (text: string): string =>
  `<p style="margin:0 0 16px;${font};font-size:16px;line-height:24px;color:#33383f">${escaped(text)}</p>`;

const remark = (text: string): string =>
  `<p style="margin:0 0 8px;${font};font-size:13px;line-height:20px;color:#6b7280">${escaped(text)}</p>`;

const htmlOf = ({ subject, heading, paragraphs, button, remarks }: Letter): string => {
  const address = escaped(button.address);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 8px 16px;${font};font-size:15px;font-weight:600;color:#4b5563">Millrace</td></tr>
<tr><td style="padding:32px;background:#ffffff;border:1px solid #e5e7eb;border-radius:12px">
<h1 style="margin:0 0 20px;${font};font-size:22px;line-height:30px;font-weight:600;color:#111827">${escaped(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="border-radius:8px;background:#1d4ed8">
<a href="${address}" style="display:inline-block;padding:12px 24px;${font};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(button.label)}</a>
</td></tr></table>
${remark('If the button does not work, open this address in your browser:')}
<p style="margin:0 0 16px;${font};font-size:13px;line-height:20px;word-break:break-all"><a href="${address}" style="color:#1d4ed8">${address}</a></p>
${remarks.map(remark).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
};

const textOf = ({ heading, paragraphs, button, remarks }: Letter): string =>
  `${[heading, ...paragraphs, `${button.label}:\n${button.address}`, ...remarks].join('\n\n')}\n`;

const mailOf = (letter: Letter): MailText => ({ subject: letter.subject, text: textOf(letter), html: htmlOf(letter) });

const hostOf = (address: string): string => new URL(address).host;

/** @param invite.link address of the sign-up screen, which works once */
export const inviteMail = (invite: { inviter: string; link: string }): MailText =>
  mailOf({
    subject: `${invite.inviter} has invited you to Millrace`,
    heading: 'You are invited to Millrace',
    paragraphs: [
      'Hello,',
      `${invite.inviter} would like you to build and run workflows with them on ${hostOf(invite.link)}. Choose a name and a password, and you can begin.`,
    ],
    button: { label: 'Accept the invitation', address: invite.link },
    remarks: [
      'The link works for 7 days, and once. Please do not hand it on: whoever opens it becomes you.',
      'If you do not know what this is about, you can ignore this message.',
    ],
  });

/** @param reset.link address of the screen for another password, which works once */
export const resetPasswordMail = (reset: { firstName: string; link: string }): MailText =>
  mailOf({
    subject: 'Choose a new password for Millrace',
    heading: 'Choose a new password',
    paragraphs: [
      `Hello ${reset.firstName},`,
      `someone, most likely you, has asked for a new password for your account on ${hostOf(reset.link)}.`,
    ],
    button: { label: 'Choose a new password', address: reset.link },
    remarks: [
      'The link works for one hour, and once. When the password has changed, you are signed out everywhere.',
      'If it was not you, nothing has to be done: your password stays as it is.',
    ],
  });
