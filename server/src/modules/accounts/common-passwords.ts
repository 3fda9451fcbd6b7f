/** The passwords that attackers try first, in lower case, with six or more characters. */
const list = `
123456 1234567 12345678 123456789 1234567890 0123456789 987654321 654321 123123 123321 112233 121212
111111 000000 222222 555555 666666 777777 888888 999999 11111111 00000000 88888888
123qwe 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx zaq12wsx q1w2e3r4 qwe123 abc123 abcd1234 a123456 123456a
qwerty qwerty1 qwerty12 qwerty123 qwertyuiop qwertz azerty asdfgh asdfghjkl asdf1234 zxcvbn zxcvbnm
password password1 password12 password123 passw0rd p@ssword p@ssw0rd pass1234 passwort secret
iloveyou letmein welcome welcome1 monkey dragon sunshine princess football baseball basketball superman batman
master shadow michael jordan charlie freedom whatever trustno1 hunter2 starwars pokemon computer internet
admin1 admin123 administrator changeme default login123 test123 test1234 testing google linkedin leadloom
`;

export const commonPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/));
